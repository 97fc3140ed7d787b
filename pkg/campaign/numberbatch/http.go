package numberbatch

import (
	"cmp"
	"context"
	"strings"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module     = (*Service)(nil)
	_ module.Worker     = (*Service)(nil)
	_ module.FileWorker = (*Service)(nil)
	_ module.Ticker     = (*Service)(nil)
	_ export.Lister     = (*Service)(nil)
)

const (
	base = "/kfsms/batch"
	perm = "kfsms:batch"
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	web.Handle(a, route("GET", "/{id}", "page", "Get a batch with its last import"), r.get)
	web.Handle(a, route("POST", "", "add", "Add a batch of numbers of a file or from the partner. They are imported in the background"), r.add)
	web.Handle(a, route("POST", "/{id}/import", "add", "Import another file into a batch"), r.again)
	web.Handle(a, route("PUT", "", "edit", "Change the days and the remark of a batch, enable or disable it"), r.edit)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a batch without numbers"), r.remove)
	web.Handle(a, route("GET", "/partner", "page", "Tell whether a partner offers numbers"), r.offer)
}

// Exports declares the list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

// Offer is what the partner offers.
type Offer struct {
	Offered     bool `json:"offered"`
	MostNumbers int  `json:"mostNumbers" doc:"Largest request."`
}

func (r *Service) offer(context.Context, *struct{}) (*Offer, error) {
	out := &Offer{Offered: r.offered()}
	if !r.offered() {
		return out, nil
	}
	partner, err := r.Partner()
	if err == nil {
		out.MostNumbers = partner.MostNumbers()
	}
	return out, err
}

// Detail is a batch with its last import.
type Detail struct {
	Batch
	Import Import `json:"import"`
}

// Import is how an import stands. Rows of the file are imported + duplicated + failed.
type Import struct {
	Status     string             `json:"status" enum:"running,done,failed"`
	Rows       int                `json:"rows"`
	Processed  int                `json:"processed"`
	Imported   int                `json:"imported"`
	Duplicated int                `json:"duplicated" doc:"Rows that are twice in the file, or that a batch has already."`
	Failed     int                `json:"failed"`
	Errors     []contact.RowError `json:"errors" nullable:"false" doc:"The first 100 bad rows. exportFail returns all."`
	Code       int                `json:"code,omitempty"`
	Message    string             `json:"message,omitempty"`
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) get(ctx context.Context, in *byID) (*Detail, error) {
	b, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if b, err = r.answer(ctx, b); err != nil {
		return nil, err
	}
	t, _, err := store.Load[task](ctx, r.DB, taskKey(b.ID, b.TaskID), true)
	lang := web.LangOf(ctx)
	out := &Detail{*b, Import{Status: t.State, Rows: t.Total, Processed: t.Done, Imported: t.Imported, Duplicated: t.Duplicated,
		Failed: t.Failed, Errors: []contact.RowError{}, Code: t.Code, Message: t.Message(r.Texts, lang)}}
	for _, e := range t.Errors {
		out.Import.Errors = append(out.Import.Errors, r.Contacts.OnRun(lang, e))
	}
	return out, err
}

func (r *Service) edit(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		Window
		Remark  string `json:"remark,omitempty" maxLength:"255"`
		Enabled *bool  `json:"enabled,omitempty" doc:"Numbers of a disabled batch cannot be ordered. Missing: unchanged."`
	}
}) (*Batch, error) {
	w := &in.Body
	var before map[string]any
	var b *Batch
	err := store.Decide(ctx, tries, func() (err error) {
		if b, err = r.find(ctx, w.ID); err != nil {
			return err
		}
		days := Window{cmp.Or(w.From, b.From), w.Until}
		if err := days.check(resource.DayOf(r.Now())); err != nil {
			return err
		}
		before = view(b)
		was := b.State
		b.From, b.Until, b.Remark = days.From, days.Until, strings.TrimSpace(w.Remark)
		if w.Enabled != nil && (was == Ready || was == Disabled) {
			if b.State = Disabled; *w.Enabled {
				b.State = Ready
			}
		} else if w.Enabled != nil {
			return fault.State("numberbatch.state")
		}
		return r.DB.Transact(ctx, append(b.replace(), store.Op{Verb: store.Update, Key: resource.LotKey(b.CountryCode, b.ID),
			Set: map[string]any{"fr": b.From, "un": b.Until, "op": b.State == Ready}}))
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, b.ID, before, view(b))
	return r.answer(ctx, b)
}

// remove deletes a batch that brought no number. Faults: 404, numberbatch.used, numberbatch.busy (409).
func (r *Service) remove(ctx context.Context, in *byID) (*web.Done, error) {
	b, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if b.State == Importing {
		return nil, fault.State("numberbatch.busy")
	}
	lot := store.Op{Verb: store.Delete, Key: resource.LotKey(b.CountryCode, b.ID)}
	for _, attr := range []string{"nf", "nr", "na", "nx", "nb"} {
		none := store.Or(store.Missing(attr), store.Eq(attr, 0))
		if lot.If == nil {
			lot.If = none
		} else {
			lot.If = store.And(lot.If, none)
		}
	}
	rows := batches.Remove(allScope, b.ID)
	rows[0].If = store.Eq("s", b.State)
	err = store.TransactWithRetry(ctx, r.DB, tries, append([]store.Op{lot, {Verb: store.Delete, Key: noKey(b.BatchNo)}}, rows...))
	if failed := store.ConditionFailed(err); failed != nil {
		if _, err = r.find(ctx, b.ID); err == nil {
			err = fault.State("numberbatch.used", "no", b.BatchNo)
		} else if fault.Is(err, "web.notFound") {
			err = nil // an earlier try of this call
		}
	}
	if err == nil {
		auditlog.Note(ctx, b.ID, view(b), nil)
	}
	return &web.Done{}, err
}

// offered reports whether a partner may be asked for numbers.
func (r *Service) offered() bool { return r.Offers != nil && r.Offers() }
