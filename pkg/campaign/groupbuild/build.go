package groupbuild

import (
	"context"
	"errors"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// Queue is that of groups which are to be built.
const Queue = "build"

// Engine is what such a kind builds with. It is the Kind of its flow.
type Engine struct {
	Flow       *order.Flow
	Plans      Plans
	Files      *upload.Service // pictures, of who builds
	Suppressed *suppression.Store
	Rates      *rate.Slots
	// Builder returns the provider that makes groups, by its name and the number that an order goes by.
	Builder func(name, sender string) (provider.GroupBuilder, error)
	// Numbers gives the numbers that webhooks showed for user ids of a sender's provider; nil: there are no such ids. What is not known is
	// left out.
	Numbers func(ctx context.Context, sender string, users []string) (map[string]uint64, error)
	Wait    func(ctx context.Context, at time.Time) error // for a moment of Now; nil: Now is the time of day
}

// New completes an engine whose fields are given.
func New(r *Engine) *Engine {
	r.Flow.Kind = r
	return r
}

// Plans is what a kind knows of its orders' groups.
type Plans interface {
	Spec() order.Spec
	// Blueprint is what the groups of an order are to be, as it was written last.
	Blueprint(ctx context.Context, o *order.Order) (*Blueprint, error)
	// RetryPlan tells by what an order is priced when its failed groups are built again. A fault tells why they may not be.
	RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error)
	// Release gives operations that let go what an order holds of other modules until it is planned.
	Release(o *order.Order) []store.Op
}

// Blueprint is what the groups of an order are to be. Members are dealt out evenly to as few groups as hold them, with the staff in each.
type Blueprint struct {
	Gen         int                // generation of the order that it was written with
	Via         string             // who makes the groups
	Services    []uint64           // numbers of customer service in each group
	Admins      []uint64           // and of its administrators
	Places      int                // members of a group beside them, at most
	Name        func(i int) string // of a group, from 0
	Description string
	Picture     string // an uploaded file; empty for none
	Mute        bool   // only administrators may speak
	Approval    bool   // who comes by the link waits for a word
	Greeting    Greeting
	// Members are who is to be in the groups. What they are when an order is planned holds for good. A fault group.fail.… ends the order.
	Members func(ctx context.Context) ([]uint64, error)
	// Usable tells of the staff, customer service first, who may be in a group now.
	Usable func(ctx context.Context) ([]bool, error)
}

// Greeting is what a group is sent when it was made.
type Greeting struct {
	Text    string
	Picture string // an uploaded file; empty for none
	Times   int    // 0: it is not greeted
}

// Spec names the kind; its targets have the states of groups.
func (r *Engine) Spec() order.Spec {
	s := r.Plans.Spec()
	s.States = []string{Waiting, Building, Created, Failed, Unknown}
	return s
}

// Tick is the janitor's minute: orders, and groups of which something is missing.
func (r *Engine) Tick(ctx context.Context) error {
	return errors.Join(r.Flow.Tick(ctx), r.lookAfter(ctx))
}

// BuildTasks are the worker's.
func (r *Engine) BuildTasks() map[string]queue.Handler {
	return map[string]queue.Handler{r.taskBuild(): r.Build}
}

func (r *Engine) taskBuild() string { return r.Plans.Spec().Name + ".build" }
