package suppression

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Queue and kind of the module's task.
const (
	FileQueue  = "file"
	TaskImport = "suppression.import"
)

const (
	maxRuns     = 20 // begun runs of an import before it is given up: a file that kills its worker
	shownErrors = 100
	keep        = 30 * 24 * time.Hour
	stalled     = time.Minute
	timeLeft    = 20 * time.Second // of an invocation, for the batch under way
)

// batchSize is how many numbers of a file become entries at a time.
var batchSize = 500

// task is an import; what is done is numbers that were dealt with.
type task struct {
	job.Task
	ID       string         `dynamodbav:"id"`
	File     string         `dynamodbav:"f"`
	FileName string         `dynamodbav:"fn"`
	Scope    auth.Scope     `dynamodbav:"sc"` // of who started it: what it may read
	Owner    auth.Owner     `dynamodbav:"o"`
	Customer string         `dynamodbav:"cn,omitempty"`
	Country  string         `dynamodbav:"cc,omitempty"`
	Channel  string         `dynamodbav:"ch,omitempty"`
	Type     string         `dynamodbav:"ty,omitempty"` // of the file's contents; empty: by the file
	Column   string         `dynamodbav:"cm,omitempty"`
	Columns  []sheet.Column `dynamodbav:"cl,omitempty"` // of a file without phoneNumber
	Reason   string         `dynamodbav:"rs,omitempty"`
	Operator string         `dynamodbav:"by"`
	Lang     i18n.Lang      `dynamodbav:"lg"` // of who started it

	Bad        bool `dynamodbav:"bd"` // has bad rows and a file of them
	Imported   int  `dynamodbav:"im"`
	Duplicated int  `dynamodbav:"du"`
	Failed     int  `dynamodbav:"fa"`
}

// workers import; two at a time do no harm.
func (r *Service) workers() *job.Workers {
	return &job.Workers{DB: r.DB, Now: r.Now, Life: stalled}
}

type wakeMessage struct {
	Task string `json:"t"`
}

// StartResponse names a background task.
type StartResponse struct {
	TaskID string `json:"taskId"`
}

func (r *Service) importRoute(ctx context.Context, in *struct {
	Body struct {
		FileID      string `json:"fileId" minLength:"1" maxLength:"64" doc:"Id of an uploaded xlsx, xls, txt or csv file."`
		Scope       string `json:"scope" enum:"tenant,global"`
		Channel     string `json:"channel,omitempty" enum:"whatsapp,sms,call,email,group,comment," doc:"Default: every channel. The channel of addresses is email."`
		CountryCode string `json:"countryCode,omitempty" maxLength:"2" doc:"Country code that every number must have. Default: any country."`
		Type        string `json:"type,omitempty" enum:"phone,email," doc:"What the file lists. Default: what its header and rows look like."`
		Column      string `json:"column,omitempty" maxLength:"200" doc:"Column with the numbers or addresses, named as in the failed task. Default: phoneNumber, or email."`
		Reason      string `json:"reason,omitempty" maxLength:"255"`
		CustomerID  string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer that owns the entries, for staff and agents. Default: the calling customer."`
	}
}) (*StartResponse, error) {
	b, p := in.Body, auth.Must(ctx)
	owner, customer, err := r.OwnerFor(ctx, b.Scope, b.CustomerID)
	if err != nil {
		return nil, err
	}
	if b.CountryCode != "" && !r.Contacts.Country(b.CountryCode) {
		return nil, fault.Bad("countryCode", "contact.country")
	}
	name, err := r.Contacts.Sniff(ctx, p.Scope(), b.FileID)
	if err != nil {
		return nil, err
	}
	if err := r.checkCapacity(ctx, Holder(owner)); err != nil {
		return nil, err
	}
	t := task{Task: job.NewTask(r.Now(), keep), ID: r.NewID(ctx), File: b.FileID, FileName: name, Scope: p.Scope(), Owner: owner,
		Customer: customer, Country: b.CountryCode, Channel: b.Channel, Type: b.Type, Column: b.Column,
		Reason: strings.TrimSpace(b.Reason), Operator: p.Name, Lang: web.LangOf(ctx)}
	if err := r.begin(ctx, t); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, t.ID, nil, map[string]any{"import": t.ID, "file": name, "scope": b.Scope, "channel": b.Channel,
		"customerId": owner.Tenant})
	r.wake(ctx, t.ID, owner.Tenant)
	return &StartResponse{t.ID}, nil
}

// begin writes a task; one at a time for a holder, so that two files never write the same entry.
func (r *Service) begin(ctx context.Context, t task) error {
	ops := []store.Op{{Verb: store.Put, Key: taskKey(t.ID), Item: t, If: store.Missing("pk")},
		looks(nil).At(t.Created.Add(stalled), t.ID, "", nil),
		{Verb: store.Update, Key: headKey(Holder(t.Owner)), Set: map[string]any{"im": t.ID},
			If: store.Or(store.Missing("im"), store.Eq("im", t.ID))}}
	err := store.TransactWithRetry(ctx, r.DB, tries, ops)
	switch failed := store.ConditionFailed(err); {
	case failed == nil:
		return err
	case failed.Index == 0: // it is there: a repetition
		return nil
	}
	return fault.State("suppression.importing")
}

// wake sends the message of a task. One that is lost fails nothing: the janitor finds the work.
func (r *Service) wake(ctx context.Context, id, group string) {
	if err := r.Queues.Send(ctx, FileQueue, queue.New(TaskImport, group, wakeMessage{id})); err != nil {
		r.Log(map[string]any{"warning": TaskImport + ": " + err.Error(), "id": id})
	}
}

// FileTasks are what the module does on queue file.
func (r *Service) FileTasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskImport: r.Import}
}

// Import is the handler of TaskImport. It may be repeated: a batch of numbers becomes entries once, and a task that ended stays
// as it ended.
func (r *Service) Import(ctx context.Context, m queue.Message) (err error) {
	var b wakeMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("suppression: task: %w", err)
	}
	defer fault.Wrap(&err, "import %s", b.Task)
	var t task
	if claim, err := r.workers().Claim(ctx, taskKey(b.Task), &t); err != nil || claim != job.Ours {
		return err
	}
	if t.Runs > maxRuns {
		return r.end(ctx, &t, fault.New(fault.Unavailable, 50301, "contact.broken"))
	}
	way := contact.ImportOptions{Type: t.Type, Column: t.Column, Reached: true}
	if way.Type == "" {
		if way.Type, err = r.Contacts.TypeOf(ctx, t.Scope, t.File, t.Column); err != nil && fault.As(err) == nil {
			return err
		}
	}
	file, err := r.Contacts.List(ctx, t.Scope, t.File, t.Country, way)
	if f := fault.As(err); f != nil && f.Kind != fault.Internal {
		if f.Kind == fault.NotFound {
			f = fault.New(fault.NotFound, 40411, "contact.fileGone")
		}
		return r.end(ctx, &t, f)
	}
	if err != nil {
		return err
	}
	return r.take(ctx, &t, file)
}

// end ends a task; why tells the reason of a refusal, nil for none.
func (r *Service) end(ctx context.Context, t *task, why *fault.Error) error {
	set := map[string]any{"im": t.Imported, "du": t.Duplicated, "fa": t.Failed, "bd": t.Bad}
	if why != nil {
		set["cl"], _ = why.Data.([]sheet.Column)
	}
	ended := t.Task
	ops := []store.Op{r.workers().End(taskKey(t.ID), &ended, why, set), looks(nil).Drop(t.Created.Add(stalled), t.ID, ""),
		{Verb: store.Update, Key: headKey(Holder(t.Owner)), Remove: []string{"im"}, If: store.Eq("im", t.ID)}}
	err := store.TransactWithRetry(ctx, r.DB, tries, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 2 {
		err = store.TransactWithRetry(ctx, r.DB, tries, ops[:2]) // the head knows of another
	}
	if store.ConditionFailed(err) != nil {
		return nil // another delivery ended it
	}
	return err
}

// status reads an import in the caller's scope; messages are in the caller's language.
func (r *Service) status(ctx context.Context, in *struct {
	TaskID string `path:"taskId"`
}) (*contact.ImportStatus, error) {
	got, err := r.DB.GetMany(ctx, []store.Key{taskKey(in.TaskID), errorsKey(in.TaskID)}, true)
	if err != nil {
		return nil, err
	}
	var t task
	var bad errorRow
	if _, err := store.Decode(got[0], &t); err != nil {
		return nil, err
	}
	sees := (&Entry{CustomerID: t.Owner.Tenant, Agent: t.Owner.Agent}).scopes()
	if got[0] == nil || !slices.Contains(sees, ScopeOf(auth.Must(ctx))) {
		return nil, fault.Missing()
	}
	if _, err := store.Decode(got[1], &bad); err != nil {
		return nil, err
	}
	out := &contact.ImportStatus{Status: t.State, Total: t.Total, Processed: min(t.Total, t.Done+t.Failed), Imported: t.Imported,
		Duplicated: t.Duplicated, Failed: t.Failed, Errors: []contact.RowError{}, Code: t.Code, Columns: t.Columns}
	lang := web.LangOf(ctx)
	out.Message = t.Message(r.Texts, lang)
	for _, e := range bad.Rows {
		out.Errors = append(out.Errors, r.Contacts.OnRun(lang, e))
	}
	if t.Bad {
		out.ErrorFileURL, err = r.Contacts.ErrorLink(ctx, t.errorFile())
	}
	return out, err
}

// Tick is the janitor's run of a minute: it enqueues imports whose worker shows no sign of life.
func (r *Service) Tick(ctx context.Context) error {
	return looks(r.DB).Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		t, ok, err := store.Load[task](ctx, r.DB, taskKey(d.ID), true)
		if err != nil || !ok || t.State != job.Running {
			return next, err
		}
		next, ring := t.Next(r.Now())
		if ring {
			r.wake(ctx, d.ID, t.Owner.Tenant)
		}
		return next, nil
	})
}
