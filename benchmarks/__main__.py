from benchmarks import ruleset

ROOMS = (ruleset,)

print(f"{'':48}{'measured':>13}{'budget':>13}{'share':>8}")
for room in ROOMS:
    for measure in room.measures():
        print(measure)
