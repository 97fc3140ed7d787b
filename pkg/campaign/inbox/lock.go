package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// TaskLocked ends the waiting replies of a user who was locked.
const TaskLocked = "inbox.locked"

// failLocked is why a reply was not sent whose user was locked meanwhile.
const failLocked = "inbox.fail.locked"

// Locked has the waiting replies end that speak in the name of a user who was locked, or of its secondaries.
func Locked(ctx context.Context, queues queue.Queues, userID string) error {
	return queues.Send(ctx, JobQueue, queue.New(TaskLocked, userID, lockedMessage{userID}))
}

type lockedMessage struct {
	User string `json:"u"`
}

// endLocked is the handler of TaskLocked. A reply costs nothing that was not sent.
func (r *Service) endLocked(ctx context.Context, m queue.Message) error {
	var b lockedMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("inbox: locked: %w", err)
	}
	all, err := looks(r.DB).All(ctx)
	if err != nil {
		return err
	}
	return errors.Join(parallel.Each(len(all), 8, func(i int) error {
		var s sending
		if err := all[i].Decode(&s); err != nil {
			return err
		}
		e, m, ok, err := r.both(ctx, s)
		if err != nil || !ok || m.State != toSend || m.Whose.User != b.User && m.Whose.Tenant != b.User {
			return err
		}
		_, err = r.held(ctx, s, e, m)
		return err
	})...)
}

// locks are the conditions under which a reply may be kept, and brought to the provider.
func (m *storedReply) locks() []store.Op { return user.NotLocked(m.Whose.User, m.Whose.Tenant) }

// held ends a waiting reply whose user or customer is locked, and reports whether it did.
func (r *Service) held(ctx context.Context, s sending, e *entity, m *storedReply) (bool, error) {
	locked, err := user.AnyLocked(ctx, r.DB, m.Whose.User, m.Whose.Tenant)
	if err != nil || !locked {
		return false, err
	}
	return true, r.end(ctx, s, e, m, newState{failed, failLocked})
}
