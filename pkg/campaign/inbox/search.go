package inbox

import (
	"context"
	"strings"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
)

// How many messages a search reads at a time, and how often in one request.
const (
	searchStep  = 1000
	searchSteps = 3
)

// searched is the text in which conversations are searched: number, name and last message.
func searched(c *Conversation) any { return c.PhoneNumber + "\n" + c.Name + "\n" + c.LastMessage }

// findsIn gives a test of that text. Only digits and what stands between them are looked for in the number.
func findsIn(filter string) func(string) bool {
	words := plain.Fold(strings.TrimSpace(filter))
	number := func(string) bool { return false }
	if strings.Trim(filter, "+-() 0123456789") == "" {
		number = phone.Search(filter)
	}
	return func(text string) bool {
		is, rest, _ := strings.Cut(text, "\n")
		return number(is) || strings.Contains(plain.Fold(rest), words)
	}
}

// search finds a text in the messages of a conversation, the latest first. It reads a bounded number of messages; next tells that
// there are older ones.
func (r *Service) search(ctx context.Context, in *struct {
	ID     string `path:"id"`
	Text   string `query:"text" required:"true" minLength:"1" maxLength:"100" doc:"Part of a text or of a file name, in any case."`
	Before string `query:"before" doc:"next of the previous page: only older ones."`
}) (*Thread, error) {
	words := plain.Fold(strings.TrimSpace(in.Text))
	if words == "" {
		return nil, fault.Bad("text", "web.valid.missing")
	}
	q, err := r.thread(ctx, in.ID, in.Before)
	if err != nil {
		return nil, err
	}
	q.Limit = searchStep
	out := &Thread{Records: []Message{}}
	for range searchSteps {
		items, err := r.DB.Query(ctx, q)
		if err != nil {
			return nil, err
		}
		rows, err := store.DecodeAll[storedReply](items)
		if err != nil {
			return nil, err
		}
		for i, m := range rows {
			if !strings.Contains(plain.Fold(m.Text+"\n"+m.Message.Name), words) {
				continue
			}
			if out.Records = append(out.Records, r.shown(ctx, m)); len(out.Records) == atATime && i < len(rows)-1 {
				out.Next = strings.TrimPrefix(store.SortKey(items[i+1]), "M#")
				return out, nil
			}
		}
		if len(items) < searchStep {
			out.Next = ""
			return out, nil
		}
		out.Next = strings.TrimPrefix(store.SortKey(items[len(items)-1]), "M#")
		q.To = "M#" + out.Next
	}
	return out, nil
}
