package provideraccount

import (
	"context"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
)

// Detail is a provider with all that is known of it.
type Detail struct {
	Provider
	Facts    []Fact        `json:"facts" nullable:"false" doc:"What it can do."`
	Fields   []FieldView   `json:"fields" nullable:"false" doc:"Fields of an account. None: its account is that of the deployment."`
	Checks   bool          `json:"checks" doc:"Its accounts can be checked."`
	Items    []AccountView `json:"items" nullable:"false" doc:"Its accounts, that of the configuration first."`
	Numbers  []SenderView  `json:"numbers" nullable:"false" doc:"Its senders."`
	Orders   []string      `json:"orders" nullable:"false" doc:"Numbers of orders that are not settled and use it, at most 20."`
	OrdersOf int           `json:"ordersOf" doc:"How many there are."`
}

// FieldView is a field of an account's form.
type FieldView struct {
	Key      string   `json:"key"`
	Label    string   `json:"label"`
	Help     string   `json:"help"`
	Hidden   bool     `json:"hidden" doc:"Write-only: it goes into keys, not into values."`
	Required bool     `json:"required"`
	Pattern  string   `json:"pattern" doc:"Regular expression of the whole value. Empty: any text."`
	Options  []string `json:"options" nullable:"false" doc:"The only values. None: any."`
	Default  string   `json:"default"`
}

// AccountView is an account without its keys.
type AccountView struct {
	ID         string              `json:"id" doc:"The provider's id for the account of the configuration."`
	Provider   string              `json:"provider"`
	Name       string              `json:"name" doc:"Empty for the account of the configuration."`
	Configured bool                `json:"configured" doc:"It is the account of the configuration."`
	Changed    bool                `json:"changed" doc:"Staff wrote it. Deleting it returns the account of the configuration to its values."`
	Usable     bool                `json:"usable"`
	State      string              `json:"state" enum:"working,ready,paused,failing,none"`
	Values     map[string]string   `json:"values" nullable:"false" doc:"Values by the keys of their fields."`
	Keys       map[string]KeyState `json:"keys" nullable:"false" doc:"Keys by the keys of their fields, without the keys."`

	LastSuccess *time.Time `json:"lastSuccess"`
	LastFailure *time.Time `json:"lastFailure"`
	FailureCode int        `json:"failureCode"`
	Failure     string     `json:"failure"`
	Check       CheckView  `json:"check"`
	Operator    string     `json:"operator"`
	UpdateTime  *time.Time `json:"updateTime"`
}

// KeyState tells of a key that it is there.
type KeyState struct {
	Set         bool       `json:"set"`
	Configured  bool       `json:"configured" doc:"It may be a key of the configuration, which is not known here."`
	Operator    string     `json:"operator" doc:"Who wrote it."`
	UpdateTime  *time.Time `json:"updateTime"`
	BeforeUntil *time.Time `json:"beforeUntil" doc:"Until when the key before is valid in callbacks. Null: it is not."`
}

// CheckView is the last check of the connection.
type CheckView struct {
	State  string     `json:"state" enum:"running,ok,refused,unreachable,private,failed," doc:"Empty: never checked."`
	Time   *time.Time `json:"time"`
	Detail string     `json:"detail" doc:"The provider's text, without keys."`
	Millis int        `json:"millis"`
}

// SenderView is a sender of a provider.
type SenderView struct {
	ID      string `json:"id"`
	Number  string `json:"number"`
	Channel string `json:"channel"`
	Account string `json:"account" doc:"Id of its account."`
}

const mostOrders = 20

func (r *Service) get(ctx context.Context, in *byID) (*Detail, error) {
	a, ok := manifest.AdapterOf(in.ID)
	if !ok {
		return nil, fault.Missing()
	}
	r.Forget()
	states, err := r.states(ctx)
	if err != nil {
		return nil, err
	}
	d := &Detail{Fields: []FieldView{}, Items: []AccountView{}, Numbers: []SenderView{}, Orders: []string{}, Checks: a.Checks}
	if d.Provider, err = r.provider(ctx, a, states); err != nil {
		return nil, err
	}
	lang := string(web.LangOf(ctx))
	for _, f := range a.Account {
		d.Fields = append(d.Fields, FieldView{f.Key, f.Label[lang], f.Help[lang], f.Hidden, f.Required, f.Pattern,
			append([]string{}, f.Options...), f.Default})
	}
	for _, one := range r.Current().Of(a.Name) {
		s := states[one.ID]
		v, err := r.shown(ctx, one, &s)
		if err != nil {
			return nil, err
		}
		if one.Own || v.State != None || len(a.Account) > 0 {
			d.Items = append(d.Items, *v)
		}
	}
	senders := r.sendersBy(a.Name)
	for _, s := range senders {
		p := s.Profile()
		d.Numbers = append(d.Numbers, SenderView{p.Sender, p.Number, p.Channel, s.Of})
	}
	d.Facts = r.facts(a, senders)
	used := ids(senders)
	if p := r.Adapter(a.Name).Profile; p != nil {
		used = append(used, p.Sender)
	}
	if len(used) > 0 {
		if d.Orders, d.OrdersOf, err = r.Orders(ctx, used, mostOrders); err == nil {
			d.Orders = append([]string{}, d.Orders...)
		}
	}
	return d, err
}

// view is an account after a change.
func (r *Service) view(ctx context.Context, id string) (*AccountView, error) {
	r.Forget()
	a := r.Current().Find(id)
	if a == nil {
		return nil, fault.Missing()
	}
	states, err := r.states(ctx)
	if err != nil {
		return nil, err
	}
	s := states[id]
	return r.shown(ctx, a, &s)
}

func (r *Service) shown(ctx context.Context, a *Account, s *state) (*AccountView, error) {
	v := &AccountView{ID: a.ID, Provider: a.Provider, Name: a.Name, Configured: a.ID == a.Provider, Changed: a.Own, Usable: !a.Off,
		State: None, Values: map[string]string{}, Keys: map[string]KeyState{}, LastSuccess: later(nil, s.Success),
		LastFailure: later(nil, s.Failure), FailureCode: s.Code, Failure: s.Detail, Operator: a.row.By, UpdateTime: later(nil, a.row.At),
		Check: CheckView{s.Check, later(nil, s.CheckAt), s.CheckBy, s.Millis}}
	for _, f := range fieldsOf(a.Provider) {
		switch {
		case f.Hidden:
			k, set := a.row.Keys[f.Key]
			state := KeyState{Set: set, Configured: !set && v.Configured && r.Base.Used(a.Provider), Operator: k.By,
				UpdateTime: later(nil, k.At)}
			if k.valid(r.Now()) {
				state.BeforeUntil = later(nil, k.Until)
			}
			v.Keys[f.Key] = state
		case f.Setting != "":
			v.Values[f.Key] = a.Settings.Text(f.Setting)
		default:
			v.Values[f.Key] = a.row.Values[f.Key]
		}
	}
	var err error
	if r.isUsed(a) {
		v.State, err = r.stands(ctx, a, s)
	}
	return v, err
}
