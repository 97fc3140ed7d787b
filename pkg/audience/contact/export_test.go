package contact

import "context"

// What the routes call, for tests of the rules without HTTP.
var (
	Create     = (*Room).create
	StatusOf   = (*Room).status
	Remove     = (*Room).remove
	Edit       = (*Room).edit
	Take       = (*Room).removeMembers
	Audience   = (*Room).audience
	Created    = (*Room).created
	Get        = (*Room).get
	MemberPage = (*Room).memberPage
	Refused    = (*Room).refusedPage
	History    = (*Room).history
	AddMembers = (*Room).addMembers

	DerivedStatusOf = (*Room).derived
)

// Start begins an import that is read in the usual way, or in the given one.
func Start(r *Room, ctx context.Context, collection, fileID string, way ...Way) (string, error) {
	return r.start(ctx, collection, fileID, append(way, Way{})[0])
}

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

func Copy(r *Room, ctx context.Context, of, name string, f Filter) (*Derived, error) {
	return r.derive(ctx, wish{what: WasCopied, from: []string{of}, names: []string{name}, filter: f})
}

func Merge(r *Room, ctx context.Context, ids []string, name string) (*Derived, error) {
	return r.derive(ctx, wish{what: WasMerged, from: ids, names: []string{name}})
}

func Split(r *Room, ctx context.Context, of string, names []string, f Filter) (*Derived, error) {
	return r.derive(ctx, wish{what: WasSplit, from: []string{of}, names: names, filter: f})
}

func Difference(r *Room, ctx context.Context, of string, less []string, name string) (*Derived, error) {
	return r.derive(ctx, wish{what: WasReduced, from: []string{of}, less: less, names: []string{name}})
}
