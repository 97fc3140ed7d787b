package suppression

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Service is the module of suppressed numbers and addresses.
type Service struct {
	*Store
	Contacts *contact.Service // reads the files of imports
	Queues   queue.Queues
	Texts    *i18n.Catalogue
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
}

const base = "/aty/suppression"

var (
	_ module.Module     = (*Service)(nil)
	_ export.Lister     = (*Service)(nil)
	_ module.FileWorker = (*Service)(nil)
	_ module.Ticker     = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	perm := func(verb string) string { return "aty:suppression:" + verb }
	list.MountFor(a, r.list(), r.ofRecipient)
	web.Handle(a, web.Route{Method: "POST", Path: base, Perm: perm("add"),
		Summary: "Suppress a number or an address. Only staff can suppress it globally"}, r.add)
	web.Handle(a, web.Route{Method: "DELETE", Path: "/aty/suppression", Perm: perm("del"),
		Summary: "Delete suppressions with a result per entry. An entry caused by the recipient requires staff and a reason"}, r.removeMany)
	web.Handle(a, web.Route{Method: "DELETE", Path: base + "/{id}", Perm: perm("del"),
		Summary: "Delete a suppression. 409: the recipient caused it"}, r.removeOne)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/import", Perm: perm("import"),
		Summary: "Import suppressions from an uploaded contact file in the background"}, r.importRoute)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/import/{taskId}", Perm: perm("import"),
		Summary: "Get the progress and result of an import"}, r.status)
}

// Request is what a customer or staff suppress (decisions §12).
type Request struct {
	PhoneNumber string `json:"phoneNumber,omitempty" maxLength:"40" doc:"Phone number with country code, as dialled or as WhatsApp shows it. Required without email." example:"5511987654321"`
	Email       string `json:"email,omitempty" maxLength:"200" doc:"Address to suppress, instead of phoneNumber."`
	Scope       string `json:"scope" enum:"tenant,global"`
	Channel     string `json:"channel,omitempty" enum:"whatsapp,sms,call,email,group,comment," doc:"Default: every channel. The channel of an address is email."`
	Reason      string `json:"reason,omitempty" maxLength:"255"`
	CustomerID  string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer that owns the entry, for staff and agents. Default: the calling customer."`
}

// mostEntries is how many numbers one holder keeps by hand and from files; what recipients say is always taken.
const mostEntries = 1_000_000

func (r *Service) add(ctx context.Context, in *struct{ Body Request }) (*web.Created, error) {
	w := in.Body
	change, err := w.change()
	if err != nil {
		return nil, err
	}
	owner, name, err := r.OwnerFor(ctx, w.Scope, w.CustomerID)
	if err != nil {
		return nil, err
	}
	if err := r.checkCapacity(ctx, Holder(owner)); err != nil {
		return nil, err
	}
	change.Owner, change.Customer, change.At, change.Operator = owner, name, r.Now(), auth.Must(ctx).Name
	ids, err := r.Record(ctx, []Change{change})
	if err != nil {
		return nil, err
	}
	noted := map[string]any{"scope": w.Scope, "channel": change.channel(), "reason": w.Reason, "customerId": owner.Tenant}
	if change.Address != "" {
		noted["email"] = change.Address
	} else {
		noted["phoneNumber"] = format(change.Number)
	}
	auditlog.Note(ctx, ids[0], nil, noted)
	return &web.Created{ID: ids[0]}, nil
}

// change is what a request says of its number or address. Faults: 400 for neither, both, a value that is none, and a channel that
// carries no email.
func (w *Request) change() (Change, error) {
	c := Change{Channel: w.Channel, Source: Manual, ByHand: true, Reason: strings.TrimSpace(w.Reason)}
	switch {
	case w.Email == "" && w.PhoneNumber == "":
		return c, fault.Bad("phoneNumber", "web.valid.missing")
	case w.Email != "" && w.PhoneNumber != "":
		return c, fault.Bad("email", "suppression.both")
	case w.Email == "":
		number, _, problem := phone.ParseReached(w.PhoneNumber, "")
		if problem != nil {
			return c, fault.Bad("phoneNumber", problem.Key)
		}
		c.Number = number
		return c, nil
	case w.Channel != AllChannels && w.Channel != AddressChannel:
		return c, fault.Bad("channel", "suppression.addressChannel")
	}
	address, _, problem := email.Read(w.Email)
	if problem != nil {
		return c, fault.Bad("email", problem.Key)
	}
	c.Address = address
	return c, nil
}

// module refuses more entries by hand than a holder may keep.
func (r *Service) checkCapacity(ctx context.Context, holder string) error {
	h, _, err := store.Load[head](ctx, r.DB, headKey(holder), false)
	if err == nil && h.Count >= mostEntries {
		err = fault.State("suppression.full")
	}
	return err
}

// OwnerFor returns the owner of a new entry: all tenants for staff with full scope, a customer in the caller's scope,
// or the caller.
func (r *Service) OwnerFor(ctx context.Context, scope, customerID string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	switch {
	case scope == Global && p.Scope() != auth.Everything:
		return auth.Owner{}, "", fault.New(fault.Forbidden, 0, "suppression.staffOnly")
	case scope == Global && customerID != "":
		return auth.Owner{}, "", fault.Bad("customerId", "suppression.globalNobody")
	case scope == Global:
		return auth.Owner{}, "", nil
	case customerID != "":
		return r.Customer(ctx, p.Scope(), customerID)
	case p.Type == auth.Admin:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	case p.Type == auth.Secondary:
		return r.Customer(ctx, auth.UserScope(p.Tenant), p.Tenant)
	}
	return auth.Owner{User: p.Tenant, Tenant: p.Tenant, Agent: p.Agent}, p.Name, nil
}

func (r *Service) removeOne(ctx context.Context, in *struct {
	ID     string `path:"id"`
	Reason string `query:"reason" maxLength:"255" doc:"Reason. Staff need it to delete an entry that the recipient caused."`
}) (*web.Done, error) {
	before, err := r.lift(ctx, in.ID, in.Reason)
	if err == nil {
		auditlog.Note(ctx, in.ID, before, map[string]any{"lifted": in.Reason})
	}
	return &web.Done{}, err
}

// LiftResult is the result for one id (decisions §13).
type LiftResult struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Code    int    `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
}

func (r *Service) removeMany(ctx context.Context, in *struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"100"`
		Reason string   `json:"reason,omitempty" maxLength:"255" doc:"Reason. Staff need it to delete an entry that the recipient caused."`
	}
}) ([]LiftResult, error) {
	out := []LiftResult{}
	before, seen := map[string]any{}, map[string]bool{}
	for _, id := range in.Body.IDs {
		if seen[id] {
			continue // one answer for an id
		}
		seen[id] = true
		was, err := r.lift(ctx, id, in.Body.Reason)
		if err == nil {
			before[id] = was
			out = append(out, LiftResult{ID: id, OK: true})
			continue
		}
		f := fault.As(err)
		if f == nil { // what went wrong with one says nothing about those before it
			r.Log(map[string]any{"error": "suppression: " + err.Error(), "id": id})
			f = fault.As(fault.New(fault.Internal, 0, "web.internal"))
		}
		out = append(out, LiftResult{ID: id, Code: f.Code, Message: r.Texts.Text(web.LangOf(ctx), f.Key, f.Args)})
	}
	object := "suppression" // or an entry that was there: what else a caller names has any length
	if i := slices.IndexFunc(out, func(l LiftResult) bool { return l.OK }); i >= 0 {
		object = out[i].ID
	}
	auditlog.Note(ctx, object, before, map[string]any{"lifted": in.Body.Reason})
	return out, nil
}

// lift ends an entry in the caller's scope. What the recipient said itself is not a customer's to undo: the recipient writes
// START, or staff lift it with a reason that is kept. It gives what was lifted.
func (r *Service) lift(ctx context.Context, id, reason string) (before map[string]any, err error) {
	p := auth.Must(ctx)
	if len(id) < 26 || len(id) > 40 || id[0] < '0' {
		return nil, fault.Missing()
	}
	e, ok, err := store.Load[Entry](ctx, r.DB, entries.Key(ScopeOf(p), id), true)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Missing()
	}
	reason = strings.TrimSpace(reason)
	switch {
	case e.Source.ByRecipient() && p.Type != auth.Admin:
		return nil, fault.State("suppression.recipient")
	case e.Source.ByRecipient() && reason == "":
		return nil, fault.Bad("reason", "suppression.needsReason")
	}
	owner := auth.Owner{User: e.CustomerID, Tenant: e.CustomerID, Agent: e.Agent}
	change := Change{Owner: owner, Address: e.Email, Channel: e.Channel, Source: e.Source, Off: true, ByHand: true}
	before = map[string]any{"scope": e.Scope, "source": e.Source, "channel": e.Channel, "customerId": e.CustomerID, "reason": e.Reason}
	if e.Email != "" {
		before["email"], change.Number = e.Email, e.Normal
	} else if change.Number, err = strconv.ParseUint(e.PhoneNumber, 10, 64); err != nil {
		return nil, err
	} else {
		before["phoneNumber"] = e.PhoneNumber
	}
	// None of the words so far comes back; one that is said in this second does, for the provider tells whole seconds.
	change.At = r.Now().Truncate(time.Second).Add(-time.Millisecond)
	_, err = r.Record(ctx, []Change{change})
	return before, err
}
