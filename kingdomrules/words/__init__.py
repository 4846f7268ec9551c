"""How it is told, in which language: sentences, books and explanations made from rulesets and their play."""
