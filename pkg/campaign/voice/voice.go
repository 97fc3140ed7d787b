package voice

import (
	"context"
	"time"

	"herald/pkg/campaign/allowance"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/job"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Keys, all in table campaign:
//
//	L#recording#<scope> / <id>      a recording, which lives in its list rows
//	SOUND#<id> / W                  the wave that draws it
//	SOUND#<id> / O#<order>          an order that plays it
//	SOUND#<file> / F                that a recording was made of an uploaded file
//	L#voiceengine#all / <id>        an engine
//	ENGINE#<id> / KEY               its key, sealed
//	SOUND#test.<engine> / T#<test>  a test of an engine
//	L#voiceconfig#all / <id>        a voice of the configuration
//	VLANG / <code>                  a language that was added or changed
//	JOB#0 / …                       when the tick looks at what is being spoken (kit/job)
//
// Sounds lie in the bucket of uploads: what was uploaded where it was found, what was spoken under v/<tenant>/.
const table = "campaign"

const platformScope = "all" // the scope of the platform's rows

func waveKey(id string) store.Key { return store.Key{Table: table, PK: "SOUND#" + id, SK: "W"} }

// looks is when the tick looks at what is being spoken.
func looks(db store.DB) *job.Index { return &job.Index{DB: db, Table: table, Name: "voice", Shards: 1} }

// Store gives recordings to who plays them.
type Store struct{ DB store.DB }

// Recording gives one of the scope; the 404 fault for any other id. Who plays it asks for Ready first: its FileKey lies in the
// bucket of uploads.
func (s *Store) Recording(ctx context.Context, scope auth.Scope, id string) (*Recording, error) {
	return s.find(ctx, string(scope), id)
}

// Service is the module.
type Service struct {
	Store
	Files    *upload.Service
	Blobs    blob.Store // of uploads
	Prices   *price.List
	Settings *setting.Store
	Queues   queue.Queues
	Hub      *push.Hub
	// Speech is a provider of voices by its name; nil for one that is not there.
	Speech func(name string) provider.Speech
	// Allowance bounds what a charged engine speaks; nil: it is not bounded.
	Allowance *allowance.Store
	// Sealer seals the engines' keys; nil where no key can be kept.
	Sealer func() *auth.Sealer
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	// Running is the number of one of some orders that is not settled; empty for none.
	Running func(ctx context.Context, orders []string) (no string, err error)
	Text    func(ctx context.Context, key string, args map[string]any) string
	Now     func() time.Time
	NewID   func(ctx context.Context) string
	Log     func(line map[string]any)
}

func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

func names(all []auth.Scope) (out []string) {
	for _, s := range all {
		out = append(out, string(s))
	}
	return out
}
