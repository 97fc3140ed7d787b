package whatsappsim_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"slices"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

// groupOf is the group of a subject.
func (w *world) groupOf(subject string) whatsappsim.Group {
	w.t.Helper()
	all := w.sim.Groups()
	i := slices.IndexFunc(all, func(g whatsappsim.Group) bool { return g.Subject == subject })
	if i < 0 {
		w.t.Fatalf("no group %q among %+v", subject, all)
	}
	return all[i]
}

func (w *world) act(group, who, do string) {
	w.t.Helper()
	w.control("groups", whatsappsim.GroupAct{Group: group, Number: who, Do: do})
}

func squareJPEG(t testing.TB, side int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, side, side)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A group is made by and by, found by its name and by its id, described, linked; people join and leave, and webhooks tell of it.
func TestGroup(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		out := w.adapter.Create(ctx, provider.NewGroup{Reference: "GB7-1-0-1", Subject: "Friends"})
		if out.Verdict != provider.Accepted || out.ProviderID == "" {
			t.Fatalf("%+v", out)
		}
		if _, err := w.adapter.Find(ctx, "GB7-1-0-1", ""); provider.CauseOf(err) != provider.NotThere {
			t.Errorf("before it is made: %v", err)
		}
		w.hook.await(func(got received) bool { return len(got.events.Groups) == 1 })
		e := w.hook.look().events.Groups[0]
		if e.Reference != "GB7-1-0-1" || e.Request != out.ProviderID || e.ID == "" || e.Refused {
			t.Errorf("%+v", e)
		}
		seen, err := w.adapter.Find(ctx, "GB7-1-0-1", "")
		if err != nil || seen.ID != e.ID || seen.State != provider.GroupReady || !seen.Whole || len(seen.Members) != 1 {
			t.Fatalf("%+v %v", seen, err)
		}
		of := provider.GroupOf{Reference: "GB7-1-0-1", ID: seen.ID}
		for _, s := range []provider.GroupStep{{Kind: provider.GroupDescribe, Subject: "Friends", Description: "d"},
			{Kind: provider.GroupPicture, Picture: &provider.GroupPictureFile{Type: "image/jpeg", Content: squareJPEG(t, 200)}}} {
			if done := w.adapter.Do(ctx, of, s); done.Verdict != provider.Accepted {
				t.Errorf("%s: %+v", s.Kind, done)
			}
		}
		link := w.adapter.Do(ctx, of, provider.GroupStep{Kind: provider.GroupLink})
		g := w.groupOf("Friends")
		if link.Link == "" || link.Link != g.Link || g.Description != "d" || !g.Picture {
			t.Errorf("%+v %+v", link, g)
		}
		for kind, s := range map[string]provider.GroupStep{"small": {Kind: provider.GroupPicture,
			Picture: &provider.GroupPictureFile{Type: "image/jpeg", Content: squareJPEG(t, 100)}},
			"add": {Kind: provider.GroupAdd, Numbers: []uint64{1}}, "mute": {Kind: provider.GroupMute}} {
			if done := w.adapter.Do(ctx, of, s); done.Verdict != provider.Rejected {
				t.Errorf("%s: %+v", kind, done)
			}
		}
		w.act(g.ID, "+5531988345678", "join")
		w.act(g.ID, anna, "join")
		w.act(g.ID, anna, "leave")
		w.act(g.ID, anna, "suspend")
		w.hook.await(func(got received) bool { return len(got.events.Groups) == 5 })
		if seen, err = w.adapter.Find(ctx, of.Reference, of.ID); err != nil || len(seen.Members) != 2 || !seen.Closed {
			t.Errorf("%+v %v", seen, err)
		}
		if _, err = w.adapter.Find(ctx, of.Reference, "G0"); provider.CauseOf(err) != provider.NotThere {
			t.Errorf("another id: %v", err)
		}
	})
}

// Eight people are in a group at most, with the number that made it; who may not just come in asks, and is answered once.
func TestGroupDoor(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		w.adapter.Create(ctx, provider.NewGroup{Reference: "GB7-1-0-1", Approval: true})
		time.Sleep(time.Second)
		seen, err := w.adapter.Find(ctx, "GB7-1-0-1", "")
		if err != nil {
			t.Fatal(err)
		}
		of := provider.GroupOf{ID: seen.ID}
		w.adapter.Do(ctx, of, provider.GroupStep{Kind: provider.GroupLink})
		for i := range 9 {
			w.act(seen.ID, "491511234560"+string(rune('0'+i)), "join")
		}
		w.act(seen.ID, "4915112345608", "revoke")
		knocks, err := w.adapter.JoinRequests(ctx, of)
		if err != nil || len(knocks) != 8 || knocks[0].Number != 4915112345600 {
			t.Fatalf("%+v %v", knocks, err)
		}
		var in []string
		for _, k := range knocks[1:] {
			in = append(in, k.ID)
		}
		for range 2 { // repeated it does nothing more
			if out := w.adapter.Admit(ctx, of, []string{knocks[0].ID}, false); out.Verdict != provider.Accepted {
				t.Errorf("%+v", out)
			}
			if out := w.adapter.Admit(ctx, of, in, true); out.Verdict != provider.Accepted {
				t.Errorf("%+v", out)
			}
		}
		if knocks, err = w.adapter.JoinRequests(ctx, of); err != nil || len(knocks) != 0 {
			t.Errorf("%+v %v", knocks, err)
		}
		if seen, err = w.adapter.Find(ctx, "", seen.ID); err != nil || len(seen.Members) != 8 {
			t.Errorf("%+v %v", seen, err)
		}
		if a := w.must("POST", "/_sim/groups", whatsappsim.GroupAct{Group: seen.ID, Number: anna, Do: "join"}); a.status != 400 {
			t.Errorf("a ninth: %v", a)
		}
	})
}

// Each scripted outcome of a creation has its meaning for us: a lost answer is a doubt, and the group is found by
// its name.
func TestGroupCreations(t *testing.T) {
	for outcome, c := range map[string]struct {
		verdict provider.Verdict
		made    bool
		told    int
	}{
		"ok": {provider.Accepted, true, 1}, "duplicate": {provider.Accepted, true, 2}, "never": {provider.Accepted, false, 0},
		"fail": {provider.Accepted, false, 1},
		"cut":  {provider.Unknown, false, 0}, "cut_after_accept": {provider.Unknown, true, 1}, "garbled": {provider.Unknown, true, 1},
		"bare_500": {provider.Unknown, true, 1},
		"rate":     {provider.Retry, false, 0}, "refuse": {provider.Rejected, false, 0},
	} {
		inBubble(t, func(w *world) {
			code := map[string]string{"fail": "131203", "refuse": "131203"}[outcome]
			w.control("script", map[string]any{"rules": []map[string]any{{"suffix": "101", "outcome": outcome, "code": code}}})
			out := w.adapter.Create(context.Background(), provider.NewGroup{Reference: "GB7-1-0-1"})
			time.Sleep(time.Minute)
			_, err := w.adapter.Find(context.Background(), "GB7-1-0-1", "")
			told := w.hook.look().events.Groups
			if out.Verdict != c.verdict || (err == nil) != c.made || len(told) != c.told {
				t.Errorf("%s: %+v, %v, %+v", outcome, out, err, told)
			}
			if outcome == "fail" && (len(told) != 1 || !told[0].Refused || told[0].Code != 131203 || told[0].Request != out.ProviderID ||
				told[0].ID != "") {
				t.Errorf("%+v", told)
			}
		})
	}
}

// Many groups are found page by page.
func TestGroupsArePaged(t *testing.T) {
	inBubble(t, func(w *world) {
		for range 60 {
			w.must("POST", "/v23.0/"+number+"/groups", map[string]any{"messaging_product": "whatsapp", "subject": "x"})
		}
		w.adapter.Create(context.Background(), provider.NewGroup{Reference: "GB7-1-0-1"})
		time.Sleep(time.Second)
		first := w.must("GET", "/v23.0/"+number+"/groups?limit=50", nil).body
		after := first["paging"].(map[string]any)["cursors"].(map[string]any)["after"].(string)
		second := w.must("GET", "/v23.0/"+number+"/groups?limit=50&after="+after, nil).body
		if n := len(second["data"].(map[string]any)["groups"].([]any)); n != 11 || len(second["paging"].(map[string]any)) != 0 {
			t.Errorf("%d on the second page: %v", n, second["paging"])
		}
		if _, err := w.adapter.Find(context.Background(), "GB7-1-0-1", ""); err != nil {
			t.Error(err)
		}
	})
}
