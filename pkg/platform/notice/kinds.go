package notice

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Topic is what a notice of the system is about. Users can mute topics.
type Topic string

const (
	TopicMoney    Topic = "money"
	TopicSecurity Topic = "security"
	TopicOrder    Topic = "order"
	TopicContent  Topic = "content"
	TopicContact  Topic = "contact"
	TopicLead     Topic = "lead"
	TopicFile     Topic = "file"
	TopicOther    Topic = "other"
)

// topics in the order that users see them. The first two cannot be muted: they tell of credit and of access to the account.
var topics = []Topic{TopicMoney, TopicSecurity, TopicOrder, TopicContent, TopicContact, TopicLead, TopicFile, TopicOther}

func (t Topic) required() bool { return t == TopicMoney || t == TopicSecurity }

// topicOf gives the topic of a notice by the module of its title, which is the first part of the message's key. What an order charged or
// gave back is money.
func topicOf(title string) Topic {
	module, about, _ := strings.Cut(title, ".")
	if strings.HasPrefix(about, "tell.settled") || strings.HasPrefix(about, "tell.refund") {
		return TopicMoney
	}
	switch module {
	case "ledger", "lowbalance", "topup", "usdt", "saas", "price", "reconcile":
		return TopicMoney
	case "user", "session", "customer", "appkey":
		return TopicSecurity
	case "order", "bulk", "call", "channel", "comment", "commentitem", "edm", "email", "emaillink", "group", "groupbuild":
		return TopicOrder
	case "template", "commenttemplate", "emailtemplate", "domain", "emailsender", "sender", "voice", "recording":
		return TopicContent
	case "contact", "risk", "screening", "suppression", "consent":
		return TopicContact
	case "lead", "saleschannel":
		return TopicLead
	case "export":
		return TopicFile
	}
	return TopicOther
}

// topic of a row; that of a post by staff is empty.
func (r *row) topic() Topic {
	if r.Personal == nil {
		return ""
	}
	return topicOf(r.Personal.Title)
}

// TopicState is a topic as its user has set it.
type TopicState struct {
	Topic    Topic `json:"topic" enum:"money,security,order,content,contact,lead,file,other"`
	Muted    bool  `json:"muted" doc:"New notices are stored as read and not pushed."`
	Required bool  `json:"required" doc:"Cannot be muted."`
}

// mutes reports whether the user muted a topic. One read.
func (b *Store) mutes(ctx context.Context, userID string, of Topic) (bool, error) {
	if of.required() {
		return false, nil
	}
	m, _, err := store.Load[marks](ctx, b.DB, marksKey(userID), false)
	return slices.Contains(m.Muted, of), err
}

func (r *Service) topics(ctx context.Context, _ *struct{}) ([]TopicState, error) {
	m, _, err := store.Load[marks](ctx, r.Store.DB, marksKey(auth.Must(ctx).UserID), true)
	return statesOf(m.Muted), err
}

func statesOf(muted []Topic) []TopicState {
	out := make([]TopicState, len(topics))
	for i, t := range topics {
		out[i] = TopicState{t, slices.Contains(muted, t), t.required()}
	}
	return out
}

// mute replaces the topics that the caller has muted. Fault notice.required (400) for one that cannot be muted.
func (r *Service) mute(ctx context.Context, in *struct {
	Body struct {
		Muted []Topic `json:"muted" enum:"money,security,order,content,contact,lead,file,other" maxItems:"8" doc:"All topics that are muted from now on."`
	}
}) ([]TopicState, error) {
	var muted []Topic
	for _, t := range topics {
		if !slices.Contains(in.Body.Muted, t) {
			continue
		}
		if t.required() {
			return nil, fault.Bad("muted", "notice.required")
		}
		muted = append(muted, t)
	}
	keep, err := r.Store.keep(ctx)
	if err != nil {
		return nil, err
	}
	err = r.Store.mark(ctx, auth.Must(ctx).UserID, r.Store.Now().Add(-keep), func(m *marks) { m.Muted = muted })
	return statesOf(muted), err
}
