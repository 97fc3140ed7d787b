package email

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/email"
	"herald/pkg/kit/plain"
	"herald/pkg/provider"
)

// renderer makes the emails of an order.
type renderer struct {
	*compiled
	base   provider.EmailPart
	order  *order.Order
	body   *Body
	names  []string           // of the values that recipients bring
	links  *emaillink.Service // nil: the function has no key for links
	counts bool               // whether loads and clicks are counted (setting email.tracking)
	offset int                // number of its first link among those of the order
	other  *renderer
}

// Renderer makes the emails of an order.
func (r *Service) Renderer(ctx context.Context, o *order.Order) (dispatch.Renderer, error) {
	known, err := r.programOf(ctx, o)
	if err != nil {
		return nil, err
	}
	b, s := known.body, &known.body.Sender
	base := provider.EmailPart{From: s.Address, FromName: s.Name, ReplyTo: s.ReplyTo.Address, ReplyToName: s.ReplyTo.Name,
		FeedbackID: o.ID + ":" + o.Owner.Tenant + ":" + Kind + ":herald"}
	if to := b.Request.ReplyTo; to != nil {
		base.ReplyTo, base.ReplyToName = to.Address, to.Name
	}
	counts, err := r.Engine.Flow.Settings.Bool(ctx, emaillink.TrackingSetting)
	if err != nil {
		return nil, err
	}
	l := &renderer{compiled: known.first, counts: counts, base: base, order: o, body: b, names: valueNames(known.first, known.second),
		links: r.Links}
	if l.links != nil && l.links.Sealer == nil {
		l.links = nil
	}
	if known.second != nil {
		other := *l
		other.compiled, other.offset = known.second, len(known.first.urls())
		l.other = &other
	}
	return l, nil
}

// By makes the same emails: every sender of an account sends them.
func (l *renderer) By(string) dispatch.Renderer { return l }

// Second makes the other email of a trial; nil where there is none.
func (l *renderer) Second() dispatch.Renderer {
	if l.other == nil {
		return nil
	}
	return l.other
}

// RefusedAs is the recipient under which the emails of this sender alone are suppressed (dispatch).
func (l *renderer) RefusedAs(recipient uint64) uint64 {
	return email.SenderCode(recipient, l.body.Sender.ID)
}

// To fills in a recipient. Its address is the first of its own values.
func (l *renderer) To(_ uint64, reference string, own []string) provider.Message {
	part, to := l.base, l.recipient(reference, own)
	values := valuesOf(&l.body.Request, l.names, own)
	if l.sizeWith(values) <= l.most+slack {
		l.fill(&part, values, l.linksOf(to))
	} // else a value grew since the order was priced: the adapter refuses an email without content
	if l.links != nil {
		part.Unsubscribe = l.links.Unsubscribe(to)
	}
	return provider.Message{To: to.Address, Reference: reference, Kind: provider.Email, Email: &part}
}

// slack is how much larger than when it was priced an email may be.
const slack = 100 << 10

// valuesOf are a recipient's values, by its own in the order of names, and what the request has for missing ones.
func valuesOf(w *Request, names, own []string) emaildesign.Values {
	return func(name string) string {
		if at := slices.Index(names, name); at >= 0 && at < len(own) && !order.Blank(own[at]) {
			return plain.Text(own[at])
		}
		return w.fixed(name)
	}
}

func (l *renderer) recipient(reference string, own []string) emaillink.Recipient {
	to := emaillink.Recipient{Tenant: l.order.Owner.Tenant, Order: l.order.ID, Sender: l.body.Sender.ID}
	if ref, err := chunkrow.ParseReference(reference); err == nil {
		to.Gen, to.Chunk, to.Index, to.Sent = ref.Gen, ref.Chunk, ref.Index, ref.Sent
	}
	if len(own) > 0 {
		to.Address = own[0]
	}
	return to
}

// fill writes subject, text and HTML.
func (c *compiled) fill(part *provider.EmailPart, values emaildesign.Values, links emaildesign.Links) {
	part.Subject = emaildesign.Fill(c.subject, values)
	if c.program != nil {
		part.HTML, part.Text = c.program.HTML(values, links), c.program.Text(values, links)
		return
	}
	lines := make([]string, len(c.lines))
	for i, line := range c.lines {
		lines[i] = emaildesign.Fill(line, values)
	}
	part.Text = strings.Join(lines, "\n") + "\n"
	if at := links(emaildesign.Unsubscribe, ""); at != "" {
		part.Text += "\n-- \n" + at + "\n"
	}
}

// linksOf are the addresses of the email of a recipient.
func (l *renderer) linksOf(to emaillink.Recipient) emaildesign.Links {
	on := func(wanted *bool) bool { return l.counts && (wanted == nil || *wanted) }
	w := &l.body.Request
	return func(link int, url string) string {
		switch {
		case l.links == nil && link < 0:
			return ""
		case link == emaildesign.Unsubscribe:
			return l.links.Unsubscribe(to)
		case link == emaildesign.LoadPicture && on(w.TrackLoads):
			return l.links.Load(to)
		case link == emaildesign.Honeypot && on(w.TrackClicks):
			return l.links.Honeypot(to)
		case link < 0:
			return ""
		case l.links == nil || !on(w.TrackClicks):
			return url
		case url == l.program.Links[link].URL:
			return l.links.Click(to, l.offset+link)
		}
		return l.links.ClickFilled(to, l.offset+link, url)
	}
}

// programs are the compiled emails of the orders that a process sent last.
type programs struct {
	mu   sync.Mutex
	kept map[string]*program
}

type program struct {
	body          *Body
	first, second *compiled
}

// mostPrograms are kept: each may have some hundred kilobytes.
const mostPrograms = 16

// origin is that of the platform, where uploaded pictures lie.
func (r *Service) origin() string {
	if r.Links == nil {
		return ""
	}
	return r.Links.Public
}

// programOf compiles the emails of an order, once for a process. An edit begins a generation with emails of its own.
func (r *Service) programOf(ctx context.Context, o *order.Order) (*program, error) {
	name := o.ID + "." + strconv.Itoa(o.Gen)
	r.kept.mu.Lock()
	known := r.kept.kept[name]
	r.kept.mu.Unlock()
	if known != nil {
		return known, nil
	}
	body, err := r.body(ctx, o.ID, true)
	if err != nil {
		return nil, err
	}
	known = &program{body: &body}
	if known.first, known.second, err = body.compiledOf(r.origin()); err != nil || body.Gen > o.Gen {
		return known, err
	}
	r.kept.mu.Lock()
	defer r.kept.mu.Unlock()
	if r.kept.kept == nil || len(r.kept.kept) >= mostPrograms {
		r.kept.kept = map[string]*program{}
	}
	r.kept.kept[name] = known
	return known, nil
}
