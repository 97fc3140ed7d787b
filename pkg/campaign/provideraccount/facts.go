package provideraccount

import (
	"slices"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/provider"
)

// Fact is one thing that a provider can do: a number, yes or no, or words.
type Fact struct {
	Name   string   `json:"name" enum:"perSecond,pairSeconds,lines,textLimit,captionLimit,linkBodyLimit,buttonLimit,kinds,receipts,reads,twoWay,replyHours,templates,parted,noMarketing,media,groupSize,groupRate,canAdd,canMute,canPromote,inviteOnly,greets,ways,currencies,refunds,closes,bills,prices"`
	Number *int     `json:"number"`
	Yes    *bool    `json:"yes"`
	Words  []string `json:"words" doc:"Codes: kinds of messages, countries, services, ways to pay, currencies."`
}

// services are what customers need a price of, by channel or capability.
var services = map[string]string{"whatsapp": "bulk.whatsapp", "sms": "bulk.sms", "voice": "call.voice", "email": "email", "groups": "group",
	"screening": "screening"}

type facts []Fact

func (f *facts) number(name string, n int) {
	if n > 0 {
		*f = append(*f, Fact{Name: name, Number: &n})
	}
}

func (f *facts) yes(name string, yes bool) { *f = append(*f, Fact{Name: name, Yes: &yes}) }

func (f *facts) words(name string, words ...string) {
	if len(words) > 0 {
		*f = append(*f, Fact{Name: name, Words: words})
	}
}

// facts are those of the first sender, since all of a provider can do the same.
func (r *Service) facts(a manifest.Adapter, senders []*provider.Account) []Fact {
	f := facts{}
	more := r.Adapter(a.Name)
	var prices []string
	if len(senders) > 0 {
		p := senders[0].Profile()
		f.messages(&p, senders[0])
		prices = append(prices, services[p.Channel])
		if p.GroupSize > 0 {
			f.groups(&p)
			prices = append(prices, services["groups"])
		}
	}
	if more.Profile != nil {
		f.groups(more.Profile)
	}
	for _, kind := range []string{"groups", "screening"} {
		if slices.Contains(a.Capabilities, kind) {
			prices = append(prices, services[kind])
		}
	}
	if more.Payments != nil {
		f.payments(more.Payments)
	}
	f.words("prices", slices.DeleteFunc(prices, func(s string) bool { return s == "" })...)
	return f
}

func (f *facts) messages(p *provider.Profile, a *provider.Account) {
	f.number("perSecond", p.PerSecond)
	f.number("pairSeconds", int(p.PairEvery/time.Second))
	f.number("lines", p.Lines)
	var kinds []string
	for _, k := range p.Kinds {
		kinds = append(kinds, string(k))
	}
	f.words("kinds", kinds...)
	f.number("textLimit", p.TextLimit)
	f.number("captionLimit", p.CaptionLimit)
	f.number("linkBodyLimit", p.LinkBodyLimit)
	f.number("buttonLimit", p.ButtonLimit)
	f.yes("receipts", p.ReferenceEchoed)
	f.yes("reads", p.ReadReceipts)
	f.yes("twoWay", p.TwoWay)
	f.number("replyHours", int(p.ReplyWindow/time.Hour))
	f.yes("templates", p.NeedsTemplate || a.Templates != nil && p.ReplyWindow > 0)
	f.yes("media", a.Media != nil)
	f.yes("parted", p.Parted)
	f.words("noMarketing", p.NoMarketingIn...)
}

func (f *facts) groups(p *provider.Profile) {
	f.number("groupSize", p.GroupSize)
	f.number("groupRate", p.GroupRate)
	f.yes("canAdd", p.CanAdd)
	f.yes("canMute", p.CanMute)
	f.yes("canPromote", p.CanPromote)
	f.yes("inviteOnly", p.InviteOnly)
	f.yes("greets", p.GroupGreets)
}

func (f *facts) payments(p *provider.PaymentProfile) {
	var ways []string
	for _, w := range p.Ways {
		ways = append(ways, string(w))
	}
	f.words("ways", ways...)
	f.words("currencies", slices.Concat([]string{provider.RMB}, p.Currencies)...)
	f.yes("refunds", p.RefundPartial)
	f.yes("closes", p.CanClose)
	f.yes("bills", p.Bills)
}
