package redirect

import (
	"context"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// Owners knows which owners of links and forms were deleted. It is safe for concurrent use.
type Owners struct {
	DB  store.DB
	Now func() time.Time
	Log func(line map[string]any)

	deleted cache[bool]
}

// Deleted reports a tenant that was deleted, as of a minute ago at most: its links and forms have ended. One that cannot be read counts as
// present, so that a failure ends nothing.
func (o *Owners) Deleted(ctx context.Context, tenant string) bool {
	deleted, err := o.deleted.get(tenant, o.Now(), func() (bool, error) { return user.WasDeleted(ctx, o.DB, tenant) })
	if err != nil {
		o.Log(map[string]any{"warning": "shunt: owner: " + err.Error(), "tenant": tenant})
	}
	return deleted
}
