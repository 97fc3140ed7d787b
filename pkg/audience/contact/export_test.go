package contact

// What the routes call, for tests of the rules without HTTP.
var (
	Create   = (*Room).create
	Start    = (*Room).start
	StatusOf = (*Room).status
	Remove   = (*Room).remove
	Edit     = (*Room).edit
	Take     = (*Room).removeMembers
)

// PackTable and UnpackTable are the table of packs.
func PackTable(attempts []int64, counts []int) []byte {
	packs := make([]pack, len(attempts))
	for i := range packs {
		packs[i] = pack{attempts[i], counts[i]}
	}
	return encodePacks(packs)
}

func UnpackTable(b []byte) (attempts []int64, counts []int, err error) {
	packs, err := decodePacks(b)
	for _, p := range packs {
		attempts, counts = append(attempts, p.attempt), append(counts, p.count)
	}
	return attempts, counts, err
}
