package bulk

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

const base = "/gc/groupsendorder"

// Routes of the room (decisions §2).
func (r *Room) Routes(a *web.API) {
	order.Mount(a, r.intake, r.detail, func(c *draftChange) (string, *Wish) { return c.ID, &c.Wish })
	perm := "gc:groupsendorder:page"
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{id}/stat", Perm: perm, Summary: "Counts by state and reasons of failures"}, r.stat)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{id}/targets/page", Perm: perm, Summary: "Recipients in the order of sending; filter by state"}, r.targetsPage)
}

// Detail is an order as of now (decisions §10).
type Detail struct {
	order.Detail
	GroupID  string     `json:"groupId,omitempty"`
	FileID   string     `json:"fileId,omitempty"`
	Message  Message    `json:"message"`
	HeldBack []HeldBack `json:"heldBack" doc:"recipients that were not called and not charged, by reason; they are among the failed"`
}

type byID struct {
	ID string `path:"id"`
}

func (r *Room) detail(ctx context.Context, o *order.Order, common order.Detail, t *order.Tally) (*Detail, error) {
	body, err := r.body(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	return &Detail{Detail: common, GroupID: body.Wish.GroupID, FileID: body.Wish.FileID, Message: body.Message, HeldBack: heldBack(t.Parts.([]chunk))}, nil
}

// Target is a recipient of an order (decisions §10).
type Target struct {
	PhoneNumber string     `json:"phoneNumber"`
	State       State      `json:"state" enum:"toSend,sending,sent,arrived,read,failed,complained,unknown"`
	Reason      string     `json:"reason"`
	HeldBack    string     `json:"heldBack,omitempty" enum:"suppressed,optedOut,capped," doc:"why a recipient was not called"`
	Code        int        `json:"code,omitempty" doc:"the provider's error code of a failed recipient"`
	SentTime    *time.Time `json:"sentTime"`
	ArrivedTime *time.Time `json:"arrivedTime"`
	ReadTime    *time.Time `json:"readTime"`
}
