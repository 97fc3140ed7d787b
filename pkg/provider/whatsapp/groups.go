package whatsapp

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"

	"herald/pkg/provider"
)

// The Groups API (facts 1.8, 1.11) takes no token that identifies a repetition. So a group is made under a unique
// working name, by which a group in doubt is found. Its own name follows before its link is given out. Members
// cannot be added: they need the link.
const (
	workingName       = "Herald "
	groupPages        = 10   // of the list of groups
	groupPage         = 1024 // of a page
	groupRate         = 5    // calls a second
	groupSquare       = 192  // pixels of a side of a picture
	groupJoinRequests = 8    // let in by one call
)

var (
	_ provider.GroupBuilder = (*Adapter)(nil)
	_ provider.GroupGate    = (*Adapter)(nil)
)

// aboutGroup is the body of a call about groups.
func aboutGroup(more map[string]any) map[string]any {
	body := map[string]any{"messaging_product": "whatsapp"}
	for k, v := range more {
		if v != "" {
			body[k] = v
		}
	}
	return body
}

// Create asks for a group; it is made later.
func (a *Adapter) Create(ctx context.Context, g provider.NewGroup) provider.Outcome {
	mode := "auto_approve"
	if g.Approval {
		mode = "approval_required"
	}
	var asked struct {
		RequestID string `json:"request_id"`
	}
	err := a.call(ctx, http.MethodPost, a.cfg.PhoneNumberID+"/groups",
		aboutGroup(map[string]any{"subject": workingName + g.Reference, "join_approval_mode": mode}), &asked)
	if err == nil && asked.RequestID == "" {
		err = doubtful("a group without a request id")
	}
	out := outcomeOf(err)
	out.ProviderID = asked.RequestID
	return out
}

func outcomeOf(err error) provider.Outcome {
	if err == nil {
		return provider.Outcome{Verdict: provider.Accepted}
	}
	if r := new(provider.Refusal); errors.As(err, &r) {
		return r.Outcome
	}
	return provider.Outcome{Verdict: provider.Retry, Detail: provider.Clip(err.Error())} // no request was made
}

// failureOf is the failure of a question.
func failureOf(err error) error {
	out := outcomeOf(err)
	cause := provider.Other
	if gone(err) {
		cause = provider.NotThere
	}
	return &provider.Failure{Verdict: out.Verdict, Cause: cause, Code: strconv.Itoa(out.Code), Detail: out.Detail, After: out.After}
}

// Find finds a group by its working name, or asks for it by its id.
func (a *Adapter) Find(ctx context.Context, reference, id string) (provider.GroupSnapshot, error) {
	var err error
	if id == "" {
		if id, err = a.groupNamed(ctx, workingName+reference); err != nil {
			return provider.GroupSnapshot{}, err
		}
	}
	var got struct {
		Suspended    bool      `json:"suspended"`
		Total        *int      `json:"total_participant_count"`
		Participants *[]person `json:"participants"`
	}
	if err := a.call(ctx, http.MethodGet, url.PathEscape(id)+"?fields=id,subject,participants,total_participant_count,suspended",
		nil, &got); err != nil {
		return provider.GroupSnapshot{}, failureOf(err)
	}
	seen := provider.GroupSnapshot{State: provider.GroupReady, ID: id, Closed: got.Suspended, Whole: got.Participants != nil}
	if !seen.Whole {
		return seen, nil
	}
	for _, p := range *got.Participants {
		number, user, named := p.names()
		if !named { // a participant who is missing among the others may be that one
			seen.Whole = false
			continue
		}
		n, _ := strconv.ParseUint(number, 10, 64) // 0: named by the user id alone (facts 1.11)
		seen.Members = append(seen.Members, provider.GroupMember{Number: n, User: user, State: provider.SeatJoined, At: a.cfg.Now()})
	}
	if got.Total != nil && *got.Total > len(*got.Participants) {
		seen.Whole = false
	}
	return seen, nil
}

// cursors are where a list goes on.
type cursors struct {
	Cursors struct {
		After string `json:"after"`
	} `json:"cursors"`
}

// groupNamed is the id of the group of a name.
func (a *Adapter) groupNamed(ctx context.Context, name string) (string, error) {
	after := ""
	for range groupPages {
		var page struct {
			Data struct {
				Groups []struct {
					ID      string `json:"id"`
					Subject string `json:"subject"`
				} `json:"groups"`
			} `json:"data"`
			Paging cursors `json:"paging"`
		}
		path := a.cfg.PhoneNumberID + "/groups?limit=" + strconv.Itoa(groupPage)
		if after != "" {
			path += "&after=" + url.QueryEscape(after)
		}
		if err := a.call(ctx, http.MethodGet, path, nil, &page); err != nil {
			return "", failureOf(err)
		}
		for _, g := range page.Data.Groups {
			if g.Subject == name && g.ID != "" {
				return g.ID, nil
			}
		}
		if after = page.Paging.Cursors.After; after == "" || len(page.Data.Groups) == 0 {
			break
		}
	}
	return "", provider.Later(provider.NotThere, "no group of this name")
}

// Do carries out a step. None of those that the API has does anything twice: of two links the later one holds.
func (a *Adapter) Do(ctx context.Context, of provider.GroupOf, s provider.GroupStep) provider.GroupDone {
	id := url.PathEscape(of.ID)
	switch s.Kind {
	case provider.GroupDescribe:
		return provider.GroupDone{Outcome: outcomeOf(a.call(ctx, http.MethodPost,
			id, aboutGroup(map[string]any{"subject": s.Subject, "description": s.Description}), nil))}
	case provider.GroupPicture:
		body, err := groupPicture(s.Picture)
		if err == nil {
			err = a.call(ctx, http.MethodPost, id, body, nil)
		}
		return provider.GroupDone{Outcome: outcomeOf(err)}
	case provider.GroupLink:
		var got struct {
			Link string `json:"invite_link"`
		}
		err := a.call(ctx, http.MethodPost, id+"/invite_link", aboutGroup(nil), &got)
		if err == nil && got.Link == "" {
			err = hasNoEffect(doubtful("no link"))
		}
		return provider.GroupDone{Outcome: outcomeOf(err), Link: got.Link}
	}
	return provider.GroupDone{Outcome: provider.Outcome{Verdict: provider.Rejected, Detail: "the Groups API has no " + string(s.Kind)}}
}

// form is a body of several parts.
type form struct {
	kind    string
	content []byte
}

func groupPicture(p *provider.GroupPictureFile) (form, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="group.jpg"`},
		"Content-Type": {p.Type}})
	if err == nil {
		_, err = part.Write(p.Content)
	}
	if err == nil {
		err = w.WriteField("messaging_product", "whatsapp")
	}
	if err == nil {
		err = w.Close()
	}
	return form{w.FormDataContentType(), b.Bytes()}, err
}

// JoinRequests lists who asks to join.
func (a *Adapter) JoinRequests(ctx context.Context, of provider.GroupOf) (all []provider.JoinRequest, err error) {
	var page struct {
		Data []struct {
			ID string `json:"join_request_id"`
			person
		} `json:"data"`
	}
	if err := a.call(ctx, http.MethodGet, url.PathEscape(of.ID)+"/join_requests", nil, &page); err != nil {
		return nil, failureOf(err)
	}
	for _, r := range page.Data {
		number, user, _ := r.names()
		n, _ := strconv.ParseUint(number, 10, 64) // 0: not given
		if r.ID != "" {
			all = append(all, provider.JoinRequest{ID: r.ID, Number: n, User: user})
		}
	}
	return all, nil
}

// Admit answers requests to join. One that was answered before, or taken back, fails by itself and says nothing about the others.
func (a *Adapter) Admit(ctx context.Context, of provider.GroupOf, ids []string, in bool) provider.Outcome {
	method := http.MethodDelete
	if in {
		method = http.MethodPost
	}
	for len(ids) > 0 {
		n := min(len(ids), groupJoinRequests)
		if err := a.call(ctx, method, url.PathEscape(of.ID)+"/join_requests", aboutGroup(map[string]any{"join_requests": ids[:n]}),
			nil); err != nil {
			return outcomeOf(err)
		}
		ids = ids[n:]
	}
	return provider.Outcome{Verdict: provider.Accepted}
}
