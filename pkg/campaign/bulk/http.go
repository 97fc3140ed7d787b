package bulk

import (
	"context"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Routes of the room (decisions §2).
func (r *Room) Routes(a *web.API) {
	order.Mount(a, r.intake(), r.detail, func(c *draftChange) (string, *Request) { return c.ID, &c.Request })
	r.TargetRoutes(a)
}

// Detail is an order as of now (decisions §10).
type Detail struct {
	order.Detail
	GroupID  string              `json:"groupId,omitempty"`
	FileID   string              `json:"fileId,omitempty"`
	Message  Message             `json:"message"`
	HeldBack []dispatch.HeldBack `json:"heldBack" doc:"recipients that were not called and not charged, by reason; they are among the failed"`
}

func (r *Room) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	body, _, err := store.Load[Body](ctx, r.DB, messageKey(id), false)
	return func(common order.Detail, t *order.Tally) *Detail {
		return &Detail{Detail: common, GroupID: body.Request.GroupID, FileID: body.Request.FileID, Message: body.Message, HeldBack: dispatch.HeldBackOf(t)}
	}, err
}
