package call

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// mostHook is the most that the provider tells in a call to us.
const mostHook = 64 << 10

// CallbackRoutes are the routes that the provider calls during a call: the instructions of the call, and the next step
// after an answer. Both are signed. Recordings lie among the files.
func (r *Service) CallbackRoutes(a *web.API, files *upload.Service) {
	r.Blobs = files.Blobs
	serve := func(path, summary string, answer func(context.Context, *provider.Account, *provider.Callback) ([]byte, error)) {
		web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/" + hook + path, Perm: web.Public, Summary: summary},
			func(w http.ResponseWriter, req *http.Request) {
				body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, mostHook))
				if err != nil {
					a.Fail(w, req, fault.New(fault.TooLarge, 0, "web.tooLarge"))
					return
				}
				c := &provider.Callback{Query: req.URL.RawQuery, Header: req.Header.Get, Body: body}
				account, err := r.signer(path, c)
				if err != nil {
					a.Fail(w, req, err)
					return
				}
				document, err := answer(req.Context(), account, c)
				if err != nil {
					a.Fail(w, req, err)
					return
				}
				w.Header().Set("Content-Type", "text/xml; charset=utf-8")
				_, _ = w.Write(document) // the provider is gone when this fails
			})
	}
	serve(provider.AnswerPath, "What a call is to do, asked by the provider when somebody answers",
		func(ctx context.Context, account *provider.Account, c *provider.Callback) ([]byte, error) {
			return r.answer(ctx, account.Calls, c)
		})
	serve(provider.GatherPath, "What somebody pressed or said on a call, told by the provider",
		func(ctx context.Context, account *provider.Account, c *provider.Callback) ([]byte, error) {
			return r.gather(ctx, account, c)
		})
}

// hook is the webhook of every account that calls.
const hook = "voice"

// signer is the account that a call of the provider was signed for. Faults: 404 without an account, and those of webhook.Authentic.
func (r *Service) signer(path string, c *provider.Callback) (*provider.Account, error) {
	err := error(fault.Missing())
	for i, by := range r.Engine.Senders.Signers(hook) {
		if by.Calls == nil {
			continue
		}
		if by.Calls.VerifyAt(path, c) {
			return by, nil
		}
		if i == 0 {
			err = webhook.Authentic(by.Events, c, false)
		}
	}
	return nil, err
}

// answer is the document of a call; a call that belongs to nothing of ours is ended.
func (r *Service) answer(ctx context.Context, by provider.Dialler, c *provider.Callback) ([]byte, error) {
	reference := by.Reference(c)
	body, err := r.scriptOf(ctx, reference)
	if err != nil || body == nil || by.Again(c) {
		return by.Goodbye(), err
	}
	return r.document(ctx, by, reference, body)
}

// document is the script of a call. A call that only plays takes the key that stops further calls.
func (r *Service) document(ctx context.Context, by provider.Dialler, reference string, body *Body) ([]byte, error) {
	link, err := r.Blobs.Link(ctx, body.Recording, "", linkTime)
	if err != nil {
		return nil, err
	}
	interactive := body.Request.CallType == Interactive
	return by.Document(provider.Script{Recording: link, Listens: interactive, Keys: !interactive && body.StopKey != "",
		Language: body.Request.Language, Reference: reference}), nil
}

// linkTime is how long the provider may fetch a recording: it does so at once, and once more when it has forgotten it.
const linkTime = time.Hour

// gather notes what an answer means, and ends the call. A recipient who presses the key of the order that stops further calls, or asks
// for it in words, is suppressed as one who answers STOP (decisions §6). Another key means nothing on a call that only plays: the
// provider stops the recording at any key, so the recording begins again. The limit of the call bounds that.
func (r *Service) gather(ctx context.Context, account *provider.Account, c *provider.Callback) ([]byte, error) {
	by := account.Calls
	reference := by.Reference(c)
	body, err := r.scriptOf(ctx, reference)
	if err != nil || body == nil {
		return by.Goodbye(), err
	}
	digits, speech := by.Speech(c)
	pressed := body.StopKey != "" && strings.HasPrefix(digits, body.StopKey)
	if body.Request.CallType == Interactive {
		if label := body.Request.meaning(digits, speech); label > 0 {
			err = r.Engine.Receipts().OnCallEvent(ctx, reference, provider.CallFact{Label: label})
		}
	} else if !pressed && digits != "" {
		return r.document(ctx, by, reference, body)
	}
	if err == nil && (pressed || strings.TrimSpace(speech) != "") {
		err = r.Engine.Inbound().OnSpoken(ctx, account, inbound.Spoken{Reference: reference, Text: cmp.Or(speech, digits), Stops: pressed})
	}
	return by.Goodbye(), err
}

// meaning is the label of an answer: the first intent whose key was pressed, or whose word is among those that were said; 0 for no answer.
func (w *Request) meaning(digits, speech string) int {
	if digits == "" && strings.TrimSpace(speech) == "" {
		return 0
	}
	said := " " + folded(speech) + " "
	for i, n := range w.Intents {
		word := folded(n.Word)
		if digits != "" && n.Digit != "" && strings.HasPrefix(digits, n.Digit) || word != "" && strings.Contains(said, " "+word+" ") {
			return i + 1
		}
	}
	return provider.LabelOther
}

// folded returns the words of a text alone, so that words of an intent compare to what was said, with any separators.
func folded(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text),
		func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(".,!?;:-", c) }), " ")
}

// scripts are those of the orders whose calls a process answered lately.
type scripts struct {
	mu   sync.Mutex
	kept map[string]*Body
}

// mostScripts are kept.
const mostScripts = 200

// scriptOf is the body of the order of a reference; nil where there is none. It never changes while calls of it are answered.
func (r *Service) scriptOf(ctx context.Context, reference string) (*Body, error) {
	ref, err := chunkrow.ParseReference(reference)
	if err != nil {
		return nil, nil //nolint:nilerr // what is no reference of ours belongs to no order
	}
	r.scripts.mu.Lock()
	known := r.scripts.kept[ref.Order]
	r.scripts.mu.Unlock()
	if known != nil && known.Gen <= ref.Gen {
		return known, nil
	}
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(ref.Order), false)
	if err != nil || !ok {
		return nil, err
	}
	r.scripts.mu.Lock()
	defer r.scripts.mu.Unlock()
	if r.scripts.kept == nil || len(r.scripts.kept) >= mostScripts {
		r.scripts.kept = map[string]*Body{}
	}
	r.scripts.kept[ref.Order] = &body
	return &body, nil
}

// TaskEnded, on queue job, asks who hung up: the provider knows it a while after the end of a call.
const TaskEnded = "call.ended"

// endedTask is a call that ended, and how often was asked.
type endedTask struct {
	Reference string `json:"r"`
	ID        string `json:"i"`
	Tries     int    `json:"n,omitempty"`
}

// The delays and the number of queries of a call's end. After them it stays unknown who hung up.
const (
	askAfter = 20 * time.Second
	mostAsks = 6
)

// EndReceiver queues the calls whose end a webhook reports, so that the provider is asked who hung up.
type EndReceiver struct{ Queues queue.Queues }

var _ webhook.Receiver = EndReceiver{}

// Kinds are ends of calls.
func (EndReceiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Ended} }

// Receive queues the calls for Ended.
func (r EndReceiver) Receive(ctx context.Context, _ *provider.Account, events *provider.Events) error {
	all := make([]queue.Message, 0, len(events.Ended))
	for _, c := range events.Ended {
		if _, err := chunkrow.ParseReference(c.Reference); err == nil && len(c.ProviderID) <= 64 {
			all = append(all, queue.New(TaskEnded, "", endedTask{Reference: c.Reference, ID: c.ProviderID}).Later(askAfter))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return r.Queues.Send(ctx, order.JobQueue, all...)
}

// Ended is the handler of TaskEnded. It may be repeated.
func (r *Service) Ended(ctx context.Context, m queue.Message) error {
	var t endedTask
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("call: task: %w", err)
	}
	account := r.Engine.Senders.For(channel)
	if account == nil || account.Calls == nil {
		return nil
	}
	by, done, err := account.Calls.HungUp(ctx, t.ID)
	if done && by != provider.PartyUnknown {
		return r.Engine.Receipts().OnCallEvent(ctx, t.Reference, provider.CallFact{HungUp: by})
	}
	if err != nil {
		r.Engine.Flow.Log(map[string]any{"warning": "hung up: " + err.Error()})
	}
	if t.Tries++; done || t.Tries >= mostAsks {
		return nil
	}
	return r.Engine.Flow.Queues.Send(ctx, order.JobQueue, queue.New(TaskEnded, "", t).Later(askAfter<<min(t.Tries, 4)))
}
