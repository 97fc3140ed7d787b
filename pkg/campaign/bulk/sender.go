package bulk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"herald/pkg/campaign/sender"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// settingSenders is the setting of the senders that recipients see, by country and provider; the first one is the
// default. "GB aws=HERALD,447700900123 twilio=HERALD; US aws=12065550100"
const settingSenders = "sms.senders"

// avatarOwn is the number's own picture, which earlier recipients know. It is the default of an order.
const avatarOwn = "random"

// Choice is an account that can send an order, with the sender that recipients see (decisions §6).
type Choice struct {
	Channel       string          `json:"channel" enum:"whatsapp,sms"`
	Provider      string          `json:"provider" example:"aws"`
	SenderID      string          `json:"senderId,omitempty" doc:"Sender shown to recipients. Default: the provider's own number."`
	Alphanumeric  bool            `json:"alphanumeric" doc:"The sender is a name. Recipients cannot reply to it."`
	Kinds         []provider.Kind `json:"kinds" doc:"Kinds of messages that the sender supports."`
	Avatars       []string        `json:"avatars" doc:"Pictures beside the sender that an order may choose from. random: the number's own. Empty: recipients see none."`
	TextLimit     int             `json:"textLimit"`
	CaptionLimit  int             `json:"captionLimit"`
	PerSecond     int             `json:"perSecond" doc:"Messages a second. For SMS: parts a second."`
	Parted        bool            `json:"parted" doc:"A long text is divided into parts, and each part is charged."`
	TwoWay        bool            `json:"twoWay" doc:"Recipients can reply."`
	ReadReceipts  bool            `json:"readReceipts"`
	NeedsTemplate bool            `json:"needsTemplate"`
}

func choice(p provider.Profile, senderID string) Choice {
	name := strings.Trim(senderID, "0123456789") != ""
	return Choice{Channel: p.Channel, Provider: p.Provider, SenderID: senderID, Alphanumeric: name, Kinds: p.Kinds,
		Avatars: append([]string{}, p.Avatars...), TextLimit: p.TextLimit, CaptionLimit: p.CaptionLimit,
		PerSecond: p.PerSecond, Parted: p.Parted, TwoWay: p.TwoWay && !name, ReadReceipts: p.ReadReceipts, NeedsTemplate: p.NeedsTemplate}
}

func perSecond(all []*provider.Account) (n int) {
	for _, s := range all {
		n += s.Profile().PerSecond
	}
	return n
}

type senderQuery struct {
	Channel     string `query:"channel" enum:"whatsapp,sms," doc:"Channel of the entry. Empty: every channel."`
	CountryCode string `query:"countryCode" doc:"Country code of the recipients."`
}

// senders lists the caller's choices; the default of each channel comes first.
func (r *Service) senders(ctx context.Context, q *senderQuery) ([]Choice, error) {
	out := []Choice{}
	own, err := r.ownSenders(ctx, q.CountryCode)
	if err != nil {
		return nil, err
	}
	for _, channel := range []string{"whatsapp", "sms"} {
		if q.Channel != "" && q.Channel != channel {
			continue
		}
		for _, account := range r.Engine.Senders.Of(channel) {
			p := account.Profile()
			beside := r.Engine.Senders.Siblings(p.Sender)
			if beside[0] != account {
				continue // several numbers of an account are one choice: an order goes out by all of them
			}
			p.PerSecond = perSecond(beside)
			ids := own[p.Provider]
			if len(ids) == 0 {
				ids = []string{""}
			}
			for _, id := range ids {
				out = append(out, choice(p, id))
			}
		}
	}
	return out, nil
}

// chosen returns the account that sends a request, and the sender that recipients see; "" for the account's own.
func (r *Service) chosen(ctx context.Context, w *Request) (*provider.Account, string, error) {
	account, err := r.account(ctx, w)
	if err != nil {
		return nil, "", err
	}
	if w.Channel != "sms" {
		if w.SenderID != "" {
			return nil, "", fault.Bad("senderId", "bulk.sender", "sender", w.SenderID)
		}
		return account, "", nil
	}
	own, err := r.ownSenders(ctx, w.CountryCode)
	ids := own[account.Profile().Provider]
	switch {
	case err != nil:
		return nil, "", err
	case w.SenderID == "":
		return account, cmp.Or(append(ids, "")...), nil
	case !slices.Contains(ids, w.SenderID):
		return nil, "", fault.Bad("senderId", "bulk.sender", "sender", w.SenderID)
	}
	return account, w.SenderID, nil
}

// account returns an account of the provider that a request names, or of the first one of the channel, by weight and
// quality (sender.Book). It takes another provider when all accounts of the default one are switched off and the
// request names none.
func (r *Service) account(ctx context.Context, w *Request) (*provider.Account, error) {
	all := r.Engine.Senders.Of(w.Channel)
	if len(all) == 0 {
		return nil, fault.Bad("channel", "bulk.channel", "channel", w.Channel)
	}
	ranks, err := r.Engine.Numbers.Weights(ctx, all)
	if err != nil {
		return nil, err
	}
	// by a weight of 0 nothing new goes out
	first := max(0, slices.IndexFunc(ranks, func(k sender.Rank) bool { return !k.Off && k.Worth > 0 }))
	name := cmp.Or(w.Provider, all[first].Profile().Provider)
	own := slices.DeleteFunc(slices.Clone(all), func(a *provider.Account) bool { return a.Profile().Provider != name })
	if len(own) == 0 {
		return nil, fault.Bad("provider", "bulk.provider", "provider", w.Provider)
	}
	seed := web.OperationID(ctx, r.Engine.Flow.NewID)
	account, err := r.Engine.Numbers.Choose(ctx, own, seed)
	if errors.Is(err, sender.ErrNone) && w.Provider == "" {
		account, err = r.Engine.Numbers.Choose(ctx, all, seed)
	}
	if errors.Is(err, sender.ErrNone) {
		err = fault.State("bulk.senderOff")
	}
	return account, err
}

// ownSenders returns the senders of a country, by provider. An unreadable part of the setting gives no sender.
func (r *Service) ownSenders(ctx context.Context, code string) (map[string][]string, error) {
	text, err := r.Engine.Flow.Settings.String(ctx, settingSenders)
	if err != nil {
		return nil, err
	}
	return sendersOf(text, code), nil
}

func sendersOf(text, code string) map[string][]string {
	out := map[string][]string{}
	for entry := range strings.SplitSeq(text, ";") {
		words := strings.Fields(entry)
		if len(words) < 2 || words[0] != code {
			continue
		}
		for _, w := range words[1:] {
			name, ids, ok := strings.Cut(w, "=")
			for id := range strings.SplitSeq(ids, ",") {
				if ok && id != "" && len(id) <= 34 {
					out[name] = append(out[name], strings.TrimPrefix(id, "+"))
				}
			}
		}
	}
	return out
}
