package numberbatch

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
)

// Window is the days on which the numbers of a batch can be ordered.
type Window struct {
	From  string `json:"from,omitempty" maxLength:"10" doc:"First day, yyyy-mm-dd. Default: today." example:"2026-12-01"`
	Until string `json:"until,omitempty" maxLength:"10" doc:"Last day. Empty: no end." example:"2026-12-31"`
}

// check reads the days. Faults: numberbatch.date, numberbatch.until.
func (w *Window) check(today string) error {
	w.From, w.Until = cmp.Or(strings.TrimSpace(w.From), today), strings.TrimSpace(w.Until)
	for field, day := range map[string]string{"from": w.From, "until": w.Until} {
		if _, err := time.Parse(time.DateOnly, day); err != nil && day != "" {
			return fault.Bad(field, "numberbatch.date")
		}
	}
	if w.Until != "" && w.Until < w.From {
		return fault.Bad("until", "numberbatch.until")
	}
	return nil
}

// Request is a new batch as staff write it.
type Request struct {
	BatchNo     string `json:"batchNo" minLength:"1" maxLength:"40" example:"BR-2026-11-01"`
	DealerID    string `json:"dealerId" minLength:"1" maxLength:"64"`
	CountryCode string `json:"countryCode" example:"BR" doc:"Country code that every number must have."`
	Type        string `json:"type" example:"whatsapp" enum:"@resource_type"`
	Quality     string `json:"quality" example:"high" enum:"@resource_quality"`
	Age         string `json:"age" example:"new" enum:"@resource_age"`
	Window
	FileID   string `json:"fileId,omitempty" maxLength:"64" doc:"Id of an uploaded xlsx, xls, txt or csv file. Either fileId or quantity is required."`
	Quantity int    `json:"quantity,omitempty" minimum:"0" doc:"Numbers to request from the partner, instead of a file."`
	Remark   string `json:"remark,omitempty" maxLength:"255"`
	contact.ImportOptions
}

// check reads a request. It changes nothing.
func (r *Service) check(ctx context.Context, w *Request) (b *Batch, err error) {
	w.BatchNo = strings.TrimSpace(w.BatchNo)
	switch {
	case w.BatchNo == "":
		return nil, fault.Bad("batchNo", "web.valid.missing")
	case !country.Known(w.CountryCode):
		return nil, fault.Bad("countryCode", "numberbatch.country")
	case !slices.Contains(resource.Types, w.Type):
		return nil, fault.Bad("type", "numberbatch.kind")
	case !slices.Contains(resource.Qualities, w.Quality):
		return nil, fault.Bad("quality", "numberbatch.kind")
	case !slices.Contains(resource.Ages, w.Age):
		return nil, fault.Bad("age", "numberbatch.kind")
	case (w.FileID == "") == (w.Quantity == 0):
		return nil, fault.Bad("fileId", "numberbatch.source")
	case w.Quantity > 0 && !r.offered():
		return nil, fault.Bad("quantity", "numberbatch.noPartner")
	}
	if err := w.Window.check(resource.DayOf(r.Now())); err != nil {
		return nil, err
	}
	if w.Quantity > 0 {
		partner, err := r.Partner()
		if err != nil {
			return nil, err
		}
		if most := partner.MostNumbers(); w.Quantity > most {
			return nil, fault.Bad("quantity", "numberbatch.quantity", "max", most)
		}
	} else if _, err := r.Contacts.Sniff(ctx, auth.Must(ctx).Scope(), w.FileID); err != nil {
		return nil, err
	}
	d, err := r.Dealers.Find(ctx, w.DealerID)
	if err != nil {
		return nil, err
	}
	if !d.Enabled {
		return nil, fault.Bad("dealerId", "numberbatch.dealer", "name", d.Name)
	}
	b = &Batch{ID: web.OperationID(ctx, r.NewID), BatchNo: w.BatchNo, DealerID: d.ID, DealerName: d.Name, CountryCode: w.CountryCode,
		Type: w.Type, Quality: w.Quality, Age: w.Age, Source: FromFile, From: w.From, Until: w.Until, State: Importing, FileID: w.FileID,
		Quantity: w.Quantity, Remark: strings.TrimSpace(w.Remark), Operator: auth.Must(ctx).Name, CreateTime: r.Now().UTC()}
	b.TaskID = b.ID
	if w.Quantity > 0 {
		b.Source = FromPartner
	}
	return b, nil
}

func (r *Service) add(ctx context.Context, in *struct{ Body Request }) (*Batch, error) {
	b, err := r.check(ctx, &in.Body)
	if err != nil {
		return nil, err
	}
	ops := append([]store.Op{{Verb: store.Put, Key: noKey(b.BatchNo), Item: map[string]any{"id": b.ID},
		If: store.Or(store.Missing("pk"), store.Eq("id", b.ID))}}, resource.NewLot(b.lot())...)
	ops = append(ops, r.startOps(b, in.Body.ImportOptions)...)
	ops = append(ops, batches.Insert(allScope, b.ID, *b)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, ops)
	if failed := store.ConditionFailed(err); failed != nil {
		stands, err := r.find(ctx, b.ID)
		if fault.Is(err, "web.notFound") {
			return nil, fault.State("numberbatch.exists", "no", b.BatchNo)
		} else if err != nil {
			return nil, err
		}
		b = stands // an earlier try of this call
	} else if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, b.ID, nil, view(b))
	r.wake(ctx, b)
	return r.answer(ctx, b)
}

const tries = 16

// startOps begin the import of a batch whose TaskID names it.
func (r *Service) startOps(b *Batch, way contact.ImportOptions) []store.Op {
	t := task{Task: job.NewTask(r.Now(), keep), ID: b.TaskID, Batch: b.ID, Country: b.CountryCode, File: b.FileID, Way: way}
	return []store.Op{{Verb: store.Put, Key: taskKey(b.ID, t.ID), Item: t, If: store.Missing("pk")},
		looks(nil).At(r.Now().Add(time.Minute), b.ID, b.TaskID, nil)}
}

// wake has the import of a batch worked on. The tick repeats a message that was lost.
func (r *Service) wake(ctx context.Context, b *Batch) {
	to, kind := FileQueue, TaskImport
	if b.Source == FromPartner {
		to, kind = JobQueue, TaskPartner
	}
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.Queues.Send(ctx, to, queue.New(kind, b.ID, b.ID)); err != nil {
			r.Log(map[string]any{"warning": kind + ": " + err.Error(), "id": b.ID})
		}
	})
}

// again imports another file into a batch of files. Faults: 404, numberbatch.busy,
// numberbatch.fromPartner, numberbatch.disabled (409).
func (r *Service) again(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		FileID string `json:"fileId" minLength:"1" maxLength:"64"`
		contact.ImportOptions
	}
}) (*Batch, error) {
	b, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if _, err := r.Contacts.Sniff(ctx, auth.Must(ctx).Scope(), in.Body.FileID); err != nil {
		return nil, err
	}
	operation := web.OperationID(ctx, r.NewID)
	switch {
	case b.TaskID == operation: // an earlier try of this call
		return r.answer(ctx, b)
	case b.Source == FromPartner:
		return nil, fault.State("numberbatch.fromPartner")
	case b.State == Importing:
		return nil, fault.State("numberbatch.busy")
	case b.State == Disabled:
		return nil, fault.State("numberbatch.disabled")
	}
	b.State, b.TaskID, b.FileID = Importing, operation, in.Body.FileID
	err = store.TransactWithRetry(ctx, r.DB, tries, append(r.startOps(b, in.Body.ImportOptions), b.replace()...))
	if store.ConditionFailed(err) != nil {
		if b, err = r.find(ctx, in.ID); err == nil && b.TaskID != operation {
			err = fault.State("numberbatch.busy")
		}
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, b.ID, nil, map[string]any{"batchNo": b.BatchNo, "import": b.FileID})
	r.wake(ctx, b)
	return r.answer(ctx, b)
}

func view(b *Batch) map[string]any {
	return map[string]any{"batchNo": b.BatchNo, "dealer": b.DealerName, "countryCode": b.CountryCode, "type": b.Type, "quality": b.Quality,
		"age": b.Age, "from": b.From, "until": b.Until, "quantity": b.Quantity, "state": b.State, "remark": b.Remark}
}

func (r *Service) answer(ctx context.Context, b *Batch) (*Batch, error) {
	one := []Batch{*b}
	return &one[0], r.counted(ctx, one)
}
