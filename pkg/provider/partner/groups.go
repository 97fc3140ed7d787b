package partner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Limits of a partner that makes groups (groups.json beside this file).
const (
	mostPeople = 200 // of a group
	mostAdded  = 50  // by one call
	callRate   = 10  // calls a second
)

// Groups is a partner that makes groups of 30 to 200 people. A group is named by us and every call may be repeated. It is safe for
// concurrent use.
type Groups struct {
	Adapter
}

var (
	_ provider.GroupBuilder        = (*Groups)(nil)
	_ provider.GroupCallbackParser = (*Groups)(nil)
)

// NewGroups makes the adapter; what is missing in the configuration is an error.
func NewGroups(cfg Config) (*Groups, error) {
	a, err := New(cfg)
	if err != nil {
		return nil, err
	}
	return &Groups{*a}, nil
}

// GroupProfile is what a partner that makes groups can do.
func GroupProfile() provider.Profile {
	return provider.Profile{Channel: "whatsapp", Provider: "partner", Sender: "partner", GroupSize: mostPeople, CanAdd: true, CanMute: true,
		CanPromote: true, GroupGreets: true, GroupRepeats: true,
		GroupBatch: mostAdded, GroupRate: callRate}
}

// Profile is GroupProfile.
func (a *Groups) Profile() provider.Profile { return GroupProfile() }

// Check asks for a group that is none (provider.Checker).
func (a *Groups) Check(ctx context.Context) error {
	err := a.do(ctx, http.MethodGet, "check", nil, &groupAnswer{})
	if provider.CauseOf(err) == provider.NotThere {
		return nil
	}
	return err
}

// groupBody is the body of PUT /v1/groups/{reference}.
type groupBody struct {
	Subject      string `json:"subject"`
	Description  string `json:"description,omitempty"`
	JoinApproval bool   `json:"joinApproval"`
	CallbackURL  string `json:"callbackUrl"`
}

// groupAnswer is a group as the partner shows it.
type groupAnswer struct {
	Reference string         `json:"reference"`
	State     string         `json:"state"`
	ID        string         `json:"id"`
	Link      string         `json:"link"`
	Code      int            `json:"code"`
	Members   []memberAnswer `json:"members"`
}

type memberAnswer struct {
	Number string    `json:"number"`
	State  string    `json:"state"`
	Code   int       `json:"code"`
	Time   time.Time `json:"time"`
}

type picturePart struct {
	Type    string `json:"type"`
	Content []byte `json:"content"`
}

// Create begins a group.
func (a *Groups) Create(ctx context.Context, g provider.NewGroup) provider.Outcome {
	var none groupAnswer
	return outcome(a.do(ctx, http.MethodPut, url.PathEscape(g.Reference), groupBody{g.Subject, g.Description, g.Approval, a.cfg.NotifyURL},
		&none))
}

var groupStates = map[string]provider.GroupState{"creating": provider.GroupComing, "ready": provider.GroupReady,
	"refused": provider.GroupRefused}

// Find tells how a group stands.
func (a *Groups) Find(ctx context.Context, reference, _ string) (provider.GroupSnapshot, error) {
	var got groupAnswer
	if err := a.do(ctx, http.MethodGet, url.PathEscape(reference), nil, &got); err != nil {
		return provider.GroupSnapshot{}, err
	}
	state, known := groupStates[got.State]
	switch {
	case got.Reference != reference:
		return provider.GroupSnapshot{}, provider.Later(provider.Foreign, "asked for %q, told about %.40q", reference, got.Reference)
	case !known || state == provider.GroupReady && got.ID == "":
		return provider.GroupSnapshot{}, provider.Later(provider.Unreadable, "state %.40q", got.State)
	}
	return provider.GroupSnapshot{State: state, ID: got.ID, Link: got.Link, Code: got.Code, Members: a.members(got.Members)}, nil
}

var memberStates = map[string]provider.SeatState{"pending": provider.SeatUnknown, "invited": provider.SeatInvited,
	"refused": provider.SeatRefused, "joined": provider.SeatJoined, "left": provider.SeatGone}

// members are the persons with a known state in the partner's answer.
func (a *Groups) members(all []memberAnswer) (out []provider.GroupMember) {
	for _, m := range all {
		n, err := strconv.ParseUint(m.Number, 10, 64)
		state, known := memberStates[m.State]
		if err == nil && known {
			out = append(out, provider.GroupMember{Number: n, State: state, Code: m.Code, At: past(m.Time, a.cfg.Now())})
		}
	}
	return out
}

// Do carries out a step.
func (a *Groups) Do(ctx context.Context, of provider.GroupOf, s provider.GroupStep) provider.GroupDone {
	type object map[string]any
	var path string
	var body any
	switch s.Kind {
	case provider.GroupAdd:
		path, body = "/members/"+strconv.Itoa(s.Nth), object{"numbers": texts(s.Numbers)}
	case provider.GroupPromote:
		path, body = "/admins", object{"numbers": texts(s.Numbers)}
	case provider.GroupMute:
		path, body = "/mute", object{"mute": true}
	case provider.GroupDescribe:
		path, body = "/description", object{"subject": s.Subject, "description": s.Description}
	case provider.GroupPicture:
		path, body = "/picture", picturePart{s.Picture.Type, s.Picture.Content}
	case provider.GroupGreet:
		greeting := object{"text": s.Text}
		if s.Picture != nil {
			greeting["picture"] = picturePart{s.Picture.Type, s.Picture.Content}
		}
		path, body = "/greetings/"+strconv.Itoa(s.Nth), greeting
	case provider.GroupLink:
		seen, err := a.Find(ctx, of.Reference, of.ID)
		if err == nil && seen.Link == "" {
			err = provider.Later(provider.Other, "no link yet")
		}
		return provider.GroupDone{Outcome: outcome(err), Link: seen.Link, Members: seen.Members}
	}
	var got groupAnswer
	err := a.do(ctx, http.MethodPut, url.PathEscape(of.Reference)+path, body, &got)
	return provider.GroupDone{Outcome: outcome(err), Members: a.members(got.Members)}
}

// Offers is what the partner makes.
func (a *Groups) Offers() []provider.Profile { return []provider.Profile{GroupProfile()} }

// ParseGroupCallback gives the reference that a callback is about.
func (a *Groups) ParseGroupCallback(body []byte, header func(string) string) (string, error) {
	return a.ParseNotification(body, header)
}

func texts(numbers []uint64) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = strconv.FormatUint(n, 10)
	}
	return out
}

// do makes one call about a group. All of them may be repeated.
func (a *Groups) do(ctx context.Context, method, path string, body, into any) error {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
	}
	got, err := a.api.Do(ctx, outbound.Call{Method: method, Path: "/v1/groups/" + path, Body: raw,
		Header: http.Header{"Authorization": {"Bearer " + a.cfg.Token}, "Content-Type": {"application/json"}, "Accept": {"application/json"}}})
	if err != nil {
		return provider.Unanswered(err, true, method == http.MethodGet)
	}
	if got.Status/100 != 2 {
		return refusal(got)
	}
	if err := json.Unmarshal(got.Body, into); err != nil {
		if method == http.MethodGet {
			return provider.Later(provider.Unreadable, "%.200s", got.Body)
		}
		return provider.Doubt(provider.Unreadable, "%.200s", got.Body)
	}
	return nil
}

// outcome is what a failure means for a group; none: it was accepted. An account that is at fault stops the order.
func outcome(err error) provider.Outcome {
	if err == nil {
		return provider.Outcome{Verdict: provider.Accepted}
	}
	f := new(provider.Failure)
	if !errors.As(err, &f) {
		return provider.Outcome{Verdict: provider.Unknown, Detail: fmt.Sprint(err)}
	}
	code, _ := strconv.Atoi(f.Code) // a word has no number
	out := provider.Outcome{Verdict: f.Verdict, After: f.After, Code: code, Detail: f.Detail}
	if f.Cause == provider.BadAccount {
		out.Scope, out.Stop = provider.Sender, true
	}
	return out
}
