package provideraccount

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// TaskCheck is a task on the queue of a function that sends: to check an account.
const TaskCheck = "provideraccount.check"

// Results of a check.
const (
	CheckRunning     = "running"
	CheckOK          = "ok"
	CheckRefused     = "refused"     // the provider answered that the account or its keys are wrong
	CheckUnreachable = "unreachable" // no connection, or no complete answer
	CheckPrivate     = "private"     // its host is not on the public internet
	CheckFailed      = "failed"      // the provider has a problem of its own, or the values cannot be used
)

// checkTime is how long a check may take; one that runs longer has died and may be begun again.
const checkTime = 20 * time.Second

type checkTask struct{ Account string }

func (r *Service) check(ctx context.Context, in *byID) (*AccountView, error) {
	a := r.Current().Find(in.ID)
	if a == nil {
		return nil, fault.Missing()
	}
	if of, _ := manifest.AdapterOf(a.Provider); !of.Checks || !r.isUsed(a) {
		return nil, fault.State("provideraccount.noCheck")
	}
	now := r.Now().UTC().Truncate(time.Millisecond)
	s, _, err := store.Load[state](ctx, r.DB, stateKey(a.ID), true)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, a.ID, nil, map[string]any{"check": true})
	auditlog.Subject(ctx, a.Name)
	if s.Check == CheckRunning && now.Sub(s.CheckAt) < checkTime {
		return r.view(ctx, a.ID)
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: stateKey(a.ID), Set: map[string]any{"c": CheckRunning, "ct": now, "cb": "",
		"cm": 0}})
	if err == nil {
		err = r.Queues.Send(ctx, queueOf(a.Provider), queue.New(TaskCheck, "", checkTask{a.ID}))
	}
	if err != nil {
		return nil, err
	}
	return r.view(ctx, a.ID)
}

// queueOf is the queue of the function that reads an adapter's keys and calls it.
func queueOf(adapter string) string {
	a, _ := manifest.AdapterOf(adapter)
	if slices.Contains(a.Capabilities, "messages") {
		return "send"
	}
	return "build"
}

// HandleCheck is the handler of TaskCheck. checks makes what asks the provider. It may be repeated.
func (s *Store) HandleCheck(checks func(a *Account) ([]provider.Checker, error)) queue.Handler {
	return func(ctx context.Context, m queue.Message) error {
		var t checkTask
		if err := json.Unmarshal(m.Body, &t); err != nil {
			return fmt.Errorf("provideraccount: task: %w", err)
		}
		s.Renew()
		a := s.Current().Find(t.Account)
		if a == nil {
			return nil
		}
		began := s.Now()
		result, detail := s.ask(ctx, a, checks)
		now := s.Now().UTC().Truncate(time.Millisecond)
		set := map[string]any{"c": result, "ct": now, "cb": provider.Clip(a.Redact(detail)), "cm": int(now.Sub(began).Milliseconds())}
		_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: stateKey(a.ID), Set: set})
		return err
	}
}

// ask checks every sender of an account, up to the first that fails.
func (s *Store) ask(ctx context.Context, a *Account, checks func(a *Account) ([]provider.Checker, error)) (result, detail string) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	all, err := checks(a)
	if err != nil || len(all) == 0 {
		s.Log(map[string]any{"warning": fmt.Sprintf("provider check: %v", err), "account": a.ID})
		return CheckFailed, ""
	}
	for _, c := range all {
		if err := c.Check(ctx); err != nil {
			return read(err)
		}
	}
	return CheckOK, ""
}

// read is the result that an error stands for, and the provider's text.
func read(err error) (result, detail string) {
	var r *provider.Refusal
	var f *provider.Failure
	switch {
	case errors.As(err, &r):
		detail, result = r.Outcome.Detail, CheckUnreachable
		switch {
		case r.Outcome.Code != 0 || r.Outcome.Verdict == provider.Rejected:
			result = CheckRefused
		case strings.HasPrefix(detail, "HTTP "): // an answer, but none of the provider's form
			result = CheckFailed
		}
	case errors.As(err, &f):
		detail, result = f.Detail, map[provider.Cause]string{provider.BadAccount: CheckRefused, provider.Unreachable: CheckUnreachable}[f.Cause]
	default:
		detail = err.Error()
	}
	if strings.Contains(detail, outbound.ErrPrivate.Error()) { // the text of what was dialled is the cause's
		return CheckPrivate, ""
	}
	if result == "" {
		result = CheckFailed
	}
	return result, detail
}
