package redirect

import (
	"context"
	"sync"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// Owners knows which owners of links and forms were deleted. It is safe for concurrent use.
type Owners struct {
	DB  store.DB
	Now func() time.Time
	Log func(line map[string]any)

	mu    sync.Mutex
	known map[string]deletion
}

// deletion is whether an owner was deleted, as it was read.
type deletion struct {
	deleted bool
	read    time.Time
}

// Deleted reports a tenant that was deleted, as of a minute ago at most: its links and forms have ended. One that cannot be read counts as
// present, so that a failure ends nothing.
func (o *Owners) Deleted(ctx context.Context, tenant string) bool {
	now := o.Now()
	o.mu.Lock()
	known, ok := o.known[tenant]
	o.mu.Unlock()
	if ok && now.Sub(known.read) < ownerFresh {
		return known.deleted
	}
	deleted, err := user.WasDeleted(ctx, o.DB, tenant)
	if err != nil {
		o.Log(map[string]any{"warning": "shunt: owner: " + err.Error(), "tenant": tenant})
		return known.deleted
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known == nil || len(o.known) >= mostOwners {
		o.known = map[string]deletion{}
	}
	o.known[tenant] = deletion{deleted, now}
	return deleted
}
