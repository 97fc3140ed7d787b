package inbox

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Limits of what users write about a contact.
const (
	nameLimit = 100
	tagLimit  = 30
	mostTags  = 10
	mostNamed = 200 // conversations whose tags are offered
)

// names are the names of a contact by where they come from.
type names struct {
	User    string `dynamodbav:"u,omitempty"` // a user wrote it
	List    string `dynamodbav:"l,omitempty"` // its contact list has it
	Profile string `dynamodbav:"p,omitempty"` // its profile at the provider
}

// rename shows the best of the names that are known.
func (e *entity) rename() { e.Name = cmp.Or(e.Names.User, e.Names.List, e.Names.Profile) }

// named takes over the names that come with an answer: of the profile, and of the contact list of an order that was not answered before.
func (r *Service) named(ctx context.Context, e *entity, a *Answer) error {
	if a.Name != "" {
		e.Names.Profile = line(a.Name)
	}
	if a.OrderID != "" && a.Owner.Tenant == e.Owner.Tenant && e.Names.List == "" && !slices.Contains(e.Orders, a.OrderID) {
		name, err := r.ContactName(ctx, a.OrderID, e.Number)
		if err != nil { // an answer is shown without a name rather than later
			r.Log(map[string]any{"warning": "name of a contact: " + err.Error(), "conversation": e.ID})
		}
		e.Names.List = line(name)
	}
	e.rename()
	return nil
}

// line is a text as one line without what its reader cannot see, cut to the length of a name.
func line(text string) string {
	runes := []rune(strings.Join(strings.Fields(plain.Text(text)), " "))
	return string(runes[:min(len(runes), nameLimit)])
}

// contact names the contact of a conversation. An empty name gives the contact the name of its list or profile again.
func (r *Service) contact(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Name string `json:"name" maxLength:"100" doc:"Empty: the name of the contact list, or of the profile."`
	}
}) (*Conversation, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	name := line(in.Body.Name)
	now, err := r.change(ctx, in.ID, web.OperationID(ctx, r.NewID), func(e *entity) ([]store.Op, error) {
		e.Names.User = name
		e.rename()
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"name": e.Name}, map[string]any{"name": now.Name})
	r.tell(ctx, now)
	return &now.Conversation, nil
}

// tag sets the tags of a conversation.
func (r *Service) tag(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Tags []string `json:"tags" maxItems:"10" doc:"Each of at most 30 characters. A comma divides tags."`
	}
}) (*Conversation, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	tags, err := cleanTags(in.Body.Tags)
	if err != nil {
		return nil, err
	}
	now, err := r.change(ctx, in.ID, web.OperationID(ctx, r.NewID), func(e *entity) ([]store.Op, error) { e.Tags = tags; return nil, nil })
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"tags": e.Tags}, map[string]any{"tags": tags})
	r.tell(ctx, now)
	return &now.Conversation, nil
}

// cleanTags puts tags into order, each once in any case.
func cleanTags(all []string) ([]string, error) {
	var tags []string
	for _, tag := range strings.Split(strings.Join(all, ","), ",") {
		tag = line(tag)
		if tag == "" || slices.ContainsFunc(tags, func(known string) bool { return plain.Fold(known) == plain.Fold(tag) }) {
			continue
		}
		if utf8.RuneCountInString(tag) > tagLimit {
			return nil, fault.Bad("tags", "web.valid.maxLength", "n", tagLimit)
		}
		tags = append(tags, tag)
	}
	if len(tags) > mostTags {
		return nil, fault.Bad("tags", "web.valid.maxItems", "n", mostTags)
	}
	slices.SortFunc(tags, func(a, b string) int { return strings.Compare(plain.Fold(a), plain.Fold(b)) })
	return tags, nil
}

// Tags are the tags in use.
type Tags struct {
	Tags []string `json:"tags"`
}

// tags lists the tags of the latest tagged conversations in the caller's scope, the most used first.
func (r *Service) tags(ctx context.Context, _ *struct{}) (*Tags, error) {
	rows, _, err := conversations.Page(ctx, r.DB, string(auth.Must(ctx).Scope()), store.ListQuery{Current: 1, Size: mostNamed,
		SortFields: []string{"lastTime"}, SortOrders: []string{"descend"}, Filters: map[string]string{"isTagged": "true"}})
	if err != nil {
		return nil, err
	}
	used, out := map[string]int{}, &Tags{[]string{}}
	for _, c := range rows {
		for _, tag := range c.Tags {
			if used[tag]++; used[tag] == 1 {
				out.Tags = append(out.Tags, tag)
			}
		}
	}
	slices.SortStableFunc(out.Tags, func(a, b string) int { return cmp.Or(used[b]-used[a], strings.Compare(plain.Fold(a), plain.Fold(b))) })
	return out, nil
}
