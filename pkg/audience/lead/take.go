package lead

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/audience/visitor"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
)

// Limits of what is written, in characters.
const (
	MostName    = 50
	MostMessage = 1000
	mostNote    = 2000
	mostReason  = 200
)

// Bounds of a history.
const (
	mostNotes = 500
	mostAgain = 100 // entries of a person who comes again
)

// Contact is how a person can be reached.
type Contact struct {
	Name    string `json:"name,omitempty" doc:"At most 50 characters." example:"Ada Lima"`
	Phone   string `json:"phoneNumber,omitempty" maxLength:"64" doc:"With country code. Required without email." example:"5511987654321"`
	Email   string `json:"email,omitempty" maxLength:"320" doc:"Required without phoneNumber."`
	country string
}

// Check refuses a contact or brings it into its stored form. Faults: 400 lead.name, lead.contact, lead.email, those of phone numbers.
func (c *Contact) Check() error {
	c.Name = strings.TrimSpace(strings.ReplaceAll(plain.Text(c.Name), "\n", " "))
	if n := utf8.RuneCountInString(c.Name); n == 0 || n > MostName {
		return fault.Bad("name", "lead.name", "n", MostName)
	}
	c.Phone, c.Email = strings.TrimSpace(c.Phone), plain.Pasted(c.Email)
	if c.Phone == "" && c.Email == "" {
		return fault.Bad("phoneNumber", "lead.contact")
	}
	if c.Phone != "" {
		var ok bool
		if c.Phone, c.country, ok = dialled(c.Phone); !ok {
			return fault.Bad("phoneNumber", "lead.phone")
		}
	}
	if c.Email != "" {
		address, ok := email.Normalise(c.Email)
		if !ok {
			return fault.Bad("email", "lead.email")
		}
		c.Email = address
	}
	return nil
}

// dialled reads a number in the form in which it is dialled; WhatsApp's own form is taken too.
func dialled(text string) (number, country string, ok bool) {
	n, country, problem := phone.ParseReached(text, "")
	if problem != nil {
		return "", "", false
	}
	if d := phone.Dialled(text, country); d != 0 {
		n = d
	}
	return phone.Format(n), country, true
}

// Text is a text of several lines in its stored form; false for a longer one.
func Text(text string, most int) (string, bool) {
	text = strings.TrimSpace(plain.Text(text))
	return text, utf8.RuneCountInString(text) <= most
}

// Arrival is a person who comes as a lead. Contact and message were checked.
type Arrival struct {
	ID      string // an operation id: a repetition gives the lead that was made
	Channel saleschannel.Channel
	Contact
	Message string
	Source  string
	Params  map[string]string
	Consent bool
	Visit   *visitor.Visit // of the form
}

// Take makes a lead of an arrival, or has it join the lead of the same person. Fault: 404 for a channel that is gone.
func (r *Service) Take(ctx context.Context, a Arrival) (l Lead, joined bool, err error) {
	keep, err := r.kept(ctx)
	if err != nil {
		return l, false, err
	}
	err = store.Decide(ctx, tries, func() error {
		var e *entity
		if e, joined, err = r.known(ctx, &a); err != nil {
			return err
		}
		switch {
		case e == nil:
			e, err = r.create(ctx, &a, keep)
		case joined:
			e, err = r.join(ctx, &a, e.ID)
		}
		if err == nil {
			l = e.Lead
		}
		return err
	})
	one := []Lead{l}
	_ = r.shown(ctx, one) // cannot fail
	return one[0], joined, err
}

// kept is how many days leads and visitors are kept.
func (r *Service) kept(ctx context.Context) (k struct{ lead, visitor int }, err error) {
	if k.lead, err = r.Settings.Int(ctx, "lead.keep.days"); err == nil {
		k.visitor, err = r.Settings.Int(ctx, "visitor.keep.days")
	}
	return k, err
}

// known finds the lead that an arrival made before, or that it joins.
func (r *Service) known(ctx context.Context, a *Arrival) (e *entity, joins bool, err error) {
	keys := append([]store.Key{key(a.ID)}, a.keys(a.Channel.Owner.Tenant)...)
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, false, err
	}
	if rows[0] != nil {
		e = &entity{}
		_, err = store.Decode(rows[0], e)
		return e, false, err
	}
	for _, it := range rows[1:] {
		var p pointer
		if ok, err := store.Decode(it, &p); err != nil || ok {
			return &entity{Lead: Lead{ID: p.ID}}, true, err
		}
	}
	return nil, false, nil
}

// keys are those of the arrival's number and address.
func (c *Contact) keys(tenant string) (all []store.Key) {
	if n, _, problem := phone.ParseAny("+" + c.Phone); c.Phone != "" && problem == nil {
		all = append(all, phoneKey(tenant, n))
	}
	if c.Email != "" {
		all = append(all, emailKey(tenant, c.Email))
	}
	return all
}

func (r *Service) create(ctx context.Context, a *Arrival, keep struct{ lead, visitor int }) (*entity, error) {
	now, c := r.now(), &a.Channel
	e := &entity{Owner: c.Owner, Scopes: c.Scopes(), Version: 1, Mark: a.ID}
	e.Lead = Lead{ID: a.ID, Name: a.Name, PhoneNumber: a.Phone, CountryCode: a.country, Email: a.Email, Message: a.Message, Status: New,
		Source: a.Source, Params: a.Params, ChannelID: c.ID, ChannelName: c.Name, PromoterID: c.OwnerID, PromoterName: c.OwnerName,
		Convertible: c.Owner.Tenant == saleschannel.Platform || c.Owner.Tenant == c.Owner.Agent,
		CustomerID:  c.CustomerID, CustomerName: c.CustomerName, CreateTime: now, UpdateTime: now}
	if a.Consent {
		e.ConsentTime = &now
	}
	x := r.entry(ctx, entryCreated, a.ID)
	x.Text, x.Value = a.Message, c.Name
	ops := []store.Op{c.Stands(), {Verb: store.Put, Key: key(e.ID), Item: e, If: store.Missing("pk")}, x.op(e.ID),
		looks(nil).At(minTime(now.AddDate(0, 0, keep.lead), now.Add(rarest)), e.ID, "", nil)}
	for _, k := range a.keys(e.Owner.Tenant) {
		ops = append(ops, store.Op{Verb: store.Put, Key: k, Item: pointer{e.ID}, If: store.Missing("pk")})
	}
	ops = append(append(ops, funnel.Count(c.ID, now, funnel.Lead)...), leads.Insert(e.Scopes, e.ID, e.Lead)...)
	if a.Visit != nil {
		ops = append(ops, visitor.Became(*a.Visit, e.ID, now.AddDate(0, 0, keep.visitor)))
	}
	err := r.DB.Transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
		return nil, fault.Missing()
	}
	return e, err
}

// join adds an arrival to the lead of the same person: what was unknown of it, and an entry. A lost lead is new again.
func (r *Service) join(ctx context.Context, a *Arrival, leadID string) (*entity, error) {
	_, e, err := r.change(ctx, leadID, a.ID, func(e *entity) ([]store.Op, error) {
		if _, done, err := store.Load[Entry](ctx, r.DB, entryKey(e.ID, a.ID), true); err != nil || done {
			return nil, err
		}
		add := Contact{}
		if e.PhoneNumber == "" && a.Phone != "" {
			e.PhoneNumber, e.CountryCode, add.Phone = a.Phone, a.country, a.Phone
		}
		if e.Email == "" && a.Email != "" {
			e.Email, add.Email = a.Email, a.Email
		}
		ops := []store.Op{}
		for _, k := range add.keys(e.Owner.Tenant) {
			if _, taken, err := store.Load[pointer](ctx, r.DB, k, true); err != nil {
				return nil, err
			} else if !taken { // one of another lead stays there
				ops = append(ops, store.Op{Verb: store.Put, Key: k, Item: pointer{e.ID}, If: store.Missing("pk")})
			}
		}
		if e.Name == "" {
			e.Name = a.Name
		}
		if e.Message == "" {
			e.Message = a.Message
		}
		if a.Consent && e.ConsentTime == nil {
			now := r.now()
			e.ConsentTime = &now
		}
		if e.Status == Lost {
			ops = append(ops, e.step(New)...)
		}
		if e.Again++; e.Again <= mostAgain {
			x := r.entry(ctx, entryAgain, a.ID)
			x.Text, x.Value = a.Message, a.Channel.Name
			ops = append(ops, x.op(e.ID))
		}
		return ops, nil
	})
	if fault.Is(err, "lead.erased") || fault.Is(err, "web.notFound") { // just now: its keys are gone at the next look
		return nil, store.Retryable(err)
	}
	return e, err
}

// due gives the operation that has the tick look at a lead.
func (e *entity) due(at time.Time, mark string) store.Op { return looks(nil).At(at, e.ID, mark, nil) }
