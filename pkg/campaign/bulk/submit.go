package bulk

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/provider"
)

// Wish is an order as its customer writes it (decisions §10).
type Wish struct {
	Name        string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Black Friday"`
	GroupID     string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"a contact collection; either this or fileId"`
	FileID      string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"an uploaded contact file"`
	Channel     string     `json:"channel" enum:"whatsapp,sms" dynamodbav:"ch"`
	CountryCode string     `json:"countryCode" dynamodbav:"co" example:"BR"`
	Message     Message    `json:"message" dynamodbav:"m"`
	StartTime   *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"not in the past, at most order.appointment.days ahead; at once when missing"`
	Split       int        `json:"split,omitempty" dynamodbav:"sp,omitempty" minimum:"0" maximum:"10"`
	Remark      string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
}

// Body is the part of an order that is long and never changes, but for the media's id at the provider.
type Body struct {
	Wish    Wish    `dynamodbav:"w"`
	Message Message `dynamodbav:"m"`
	Packs   int     `dynamodbav:"p"`           // packs that the collection had
	Media   string  `dynamodbav:"d,omitempty"` // id at the provider
}

// Refusal counts recipients that cannot be sent to.
type Refusal struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Estimate is what an order would cost (decisions §10).
type Estimate struct {
	Targets    int          `json:"targets"`
	Price      money.Amount `json:"price"`
	Cost       money.Amount `json:"cost"`
	Balance    money.Amount `json:"balance"`
	Stock      *int         `json:"stock" doc:"null: without limit"`
	Enough     bool         `json:"enough"`
	FinishTime time.Time    `json:"finishTime"`
	Refused    []Refusal    `json:"refused"`
}

// short tells that the country's stock does not cover the estimate.
func (e *Estimate) short() bool { return e.Stock != nil && *e.Stock < e.Targets }

// offer is an estimate with everything that an order needs of it.
type offer struct {
	Estimate
	quote price.Quote
	group contact.Group
	file  contact.Targets
}

// estimate checks a wish completely and prices it. It changes nothing.
func (r *Room) estimate(ctx context.Context, p *auth.Principal, w *Wish) (*offer, error) {
	ch, ok := r.Channels[w.Channel]
	if !ok {
		return nil, fault.Bad("channel", "bulk.channel", "channel", w.Channel)
	}
	if err := r.Countries.Open(ctx, "countryCode", w.CountryCode, country.Bulk); err != nil {
		return nil, err
	}
	if w.Split > 1 {
		return nil, fault.Bad("split", "bulk.split")
	}
	if err := r.checkStart(ctx, w.StartTime); err != nil {
		return nil, err
	}
	of := &offer{}
	if err := r.targets(ctx, p, w, of); err != nil {
		return nil, err
	}
	profile := ch.Messenger.Profile()
	most, err := r.Settings.Int(ctx, "order.placeholders")
	if err != nil {
		return nil, err
	}
	if err := w.Message.check(profile, of.file.Columns, most); err != nil {
		return nil, err
	}
	if err := r.checkMedia(ctx, p, &w.Message); err != nil {
		return nil, err
	}
	if w.Message.Type == provider.Template {
		for _, code := range profile.NoMarketingIn {
			if code == w.CountryCode {
				of.Refused = append(of.Refused, Refusal{"bulk.noMarketing", of.Targets})
				of.Targets = 0
			}
		}
	}
	return of, r.price(ctx, p, w, of, profile)
}

func (r *Room) targets(ctx context.Context, p *auth.Principal, w *Wish, of *offer) (err error) {
	of.Refused = []Refusal{}
	switch {
	case (w.GroupID == "") == (w.FileID == ""):
		return fault.Bad("groupId", "bulk.target")
	case w.GroupID != "":
		if of.group, err = r.Contacts.Group(ctx, p.Scope(), w.GroupID); err != nil {
			return err
		}
		if of.group.Country != w.CountryCode {
			return fault.Bad("countryCode", "bulk.country")
		}
		of.Targets = of.group.Members
	default:
		if of.file, err = r.Contacts.File(ctx, p.Scope(), w.FileID, w.CountryCode); err != nil {
			return err
		}
		of.Targets = len(of.file.Numbers)
		if of.file.Bad > 0 {
			of.Refused = append(of.Refused, Refusal{"bulk.badRows", of.file.Bad})
		}
	}
	if of.Targets == 0 {
		return fault.Bad("groupId", "bulk.empty")
	}
	return nil
}

func (r *Room) price(ctx context.Context, p *auth.Principal, w *Wish, of *offer, profile provider.Profile) (err error) {
	service := price.BulkWhatsApp
	if w.Channel == "sms" {
		service = price.BulkSMS
	}
	if of.quote, err = r.Prices.Quote(ctx, p.Owner(), service, w.CountryCode); err != nil {
		return err
	}
	of.Price = of.quote.Price
	if of.Cost, err = of.Price.Mul(int64(of.Targets)); err != nil {
		return err
	}
	if of.Balance, _, err = r.Ledger.Balance(ctx, p.UserID); err != nil {
		return err
	}
	if of.Stock, err = r.Stock.Left(ctx, w.CountryCode); err != nil {
		return err
	}
	of.Enough = of.Balance >= of.Cost && of.Targets > 0 && !of.short()
	start := r.Now()
	if w.StartTime != nil && w.StartTime.After(start) {
		start = *w.StartTime
	}
	of.FinishTime = start.Add(time.Duration(of.Targets) * time.Second / time.Duration(profile.PerSecond)).Truncate(time.Second)
	return nil
}

func (r *Room) checkStart(ctx context.Context, at *time.Time) error {
	if at == nil {
		return nil
	}
	days, err := r.Settings.Int(ctx, "order.appointment.days")
	if err != nil {
		return err
	}
	switch now := r.Now(); {
	case at.Before(now.Add(-time.Minute)): // a minute for the clock of the client
		return fault.Bad("startTime", "bulk.startPast")
	case at.After(now.AddDate(0, 0, days)):
		return fault.Bad("startTime", "bulk.startFar", "days", days)
	}
	return nil
}

func (r *Room) checkMedia(ctx context.Context, p *auth.Principal, m *Message) error {
	if m.MediaID != "" && (m.Type == provider.Image || m.Type == provider.Video) {
		return r.mediaFits(ctx, p.Scope(), m.MediaID, m.Type)
	}
	if m.Link != nil && m.Link.ThumbnailID != "" {
		return r.mediaFits(ctx, p.Scope(), m.Link.ThumbnailID, provider.Image)
	}
	return nil
}

// Submitted is the answer to an order (decisions §10).
type Submitted struct {
	ID            string       `json:"id"`
	OrderNo       string       `json:"orderNo"`
	Status        order.Status `json:"status"`
	EstimatedCost money.Amount `json:"estimatedCost"`
}

// Kept tells which draft an order became.
type Kept struct {
	DraftID string `json:"draftId"`
}

// submit validates, prices, reserves and writes an order: it answers at once, whatever the size; the planning follows.
// A wish that the balance (40201) or the country's stock (40202) does not cover is kept as a draft, and said so.
func (r *Room) submit(ctx context.Context, p *auth.Principal, w *Wish) (*Submitted, error) {
	of, err := r.estimate(ctx, p, w)
	if err != nil {
		return nil, err
	}
	if of.Targets == 0 {
		return nil, fault.Bad("countryCode", "bulk.noMarketing")
	}
	if err := r.keepFiles(ctx, p, w); err != nil {
		return nil, err
	}
	id := r.NewID(ctx)
	if !of.Enough {
		return nil, r.keep(ctx, p, id, w, of.short() && of.Balance >= of.Cost)
	}
	o, err := r.draw(ctx, p, w, of, id)
	if err != nil {
		return nil, err
	}
	var with []store.Op
	if of.Stock != nil {
		o.Stock = o.Total
		with = append(with, r.Stock.Take(o.Country, o.Stock))
	}
	with = append(append(with, r.Orders.Add(o)...),
		store.Op{Verb: store.Put, Key: messageKey(id), Item: Body{Wish: *w, Message: w.Message, Packs: of.group.Packs}},
		store.Op{Verb: store.Put, Key: feederKey(id, o.Gen), Item: Feeder{}})
	_, err = r.Ledger.Reserve(ctx, ledger.Order{Ref: o.Ref(), Account: p.UserID, Service: Kind, Operator: ledger.OperatorOf(p), Remark: o.No}, o.Cost, with...)
	if fault.Is(err, "ledger.short") {
		return nil, r.keep(ctx, p, id, w, false) // it was spent meanwhile
	}
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 && o.Stock > 0 {
		return nil, r.keep(ctx, p, id, w, true) // others took it meanwhile
	}
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, id, nil, map[string]any{"orderNo": o.No, "total": o.Total, "cost": o.Cost.String()})
	// The order is written. A lost task is found by the janitor, so it fails nothing.
	if err := r.Queues.Send(ctx, JobQueue, queue.New(TaskPlan, o.Owner.Tenant, task{id, o.Gen})); err != nil {
		r.Log(map[string]any{"warning": "plan: " + err.Error(), "order": id})
	}
	if o, _, err = r.Orders.Get(ctx, id); err != nil { // of a repeated call it is the first one's order
		return nil, err
	}
	return &Submitted{o.ID, o.No, o.Status, o.Cost}, nil
}

// draw makes the order of a wish.
func (r *Room) draw(ctx context.Context, p *auth.Principal, w *Wish, of *offer, id string) (*order.Order, error) {
	no, err := r.Orders.Number(ctx, prefix)
	if err != nil {
		return nil, err
	}
	auto, err := r.Settings.Bool(ctx, "order.review.auto")
	if err != nil {
		return nil, err
	}
	o := &order.Order{ID: id, No: no, Kind: Kind, Name: w.Name, Status: order.Review, Owner: p.Owner(), By: p.Name, Lang: string(web.LangOf(ctx)),
		Channel: w.Channel, Sender: r.Channels[w.Channel].Messenger.Profile().Sender, Country: w.CountryCode, Total: of.Targets,
		Chunks: (of.Targets + chunkSize - 1) / chunkSize, Gen: 1, Price: of.quote.Price, Agent: of.quote.Agent, Cost: of.Cost, Remark: w.Remark,
		StartAt: w.StartTime, Created: r.Now()}
	if w.GroupID != "" {
		o.Chunks = of.group.Packs
	}
	o.Counts = Counts{StateToSend: o.Total}.plain()
	if auto {
		o.Status = order.Waiting
	}
	return o, nil
}

// keep saves a wish that cannot be paid (40201), or that the country's stock does not cover (40202), as a draft and gives the
// refusal that says so.
func (r *Room) keep(ctx context.Context, p *auth.Principal, id string, w *Wish, stock bool) error {
	if err := r.saveDraft(ctx, p, id, w); err != nil {
		return err
	}
	audit.Note(ctx, id, nil, map[string]any{"draft": w.Name})
	if stock {
		return fault.New(fault.Payment, 40202, "bulk.stockShort").WithData(Kept{id})
	}
	return fault.New(fault.Payment, 40201, "bulk.draftKept").WithData(Kept{id})
}
