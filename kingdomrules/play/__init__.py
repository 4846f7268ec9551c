"""What happens at the table: any checked ruleset, played. Speaks in ids and numbers, in no language."""
