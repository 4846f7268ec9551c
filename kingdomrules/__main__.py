from kingdomrules.cli import main

main()
