package contact

import "context"

// Functions that the routes call, for tests of the rules without HTTP.
var (
	Create     = (*Service).create
	StatusOf   = (*Service).status
	Remove     = (*Service).remove
	Edit       = (*Service).edit
	Audience   = (*Service).audience
	Created    = (*Service).created
	Get        = (*Service).get
	MemberPage = (*Service).memberPage
	Refused    = (*Service).refusedPage
	History    = (*Service).history
	AddMembers = (*Service).addMembers

	DerivedStatusOf = (*Service).derived
)

// Start begins an import that is read in the usual way, or in the given one.
func Start(r *Service, ctx context.Context, collection, fileID string, way ...ImportOptions) (string, error) {
	return r.start(ctx, collection, fileID, append(way, ImportOptions{})[0])
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

func Copy(r *Service, ctx context.Context, of, name string, f Filter) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasCopied, from: []string{of}, names: []string{name}, filter: f})
}

func Merge(r *Service, ctx context.Context, ids []string, name string) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasMerged, from: ids, names: []string{name}})
}

func Split(r *Service, ctx context.Context, of string, names []string, f Filter) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasSplit, from: []string{of}, names: names, filter: f})
}

func Difference(r *Service, ctx context.Context, of string, less []string, name string) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasReduced, from: []string{of}, less: less, names: []string{name}})
}

// Take removes numbers, TakeEmails addresses.
func Take(r *Service, ctx context.Context, id string, numbers []string) (int, error) {
	return r.removeMembers(ctx, id, numbers, nil)
}

func TakeEmails(r *Service, ctx context.Context, id string, emails []string) (int, error) {
	return r.removeMembers(ctx, id, nil, emails)
}
