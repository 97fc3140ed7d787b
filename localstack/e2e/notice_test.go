package e2e_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/client"
)

type notice struct {
	ID        string
	Contents  struct{ Title, Summary string }
	Content   string
	IsReading int
}

type unread struct {
	Records []notice
	Total   int
	Counts  map[string]int
}

// publish writes and publishes something for one user.
func (p *product) publish(ctx context.Context, t *testing.T, kind string, wish map[string]any) string {
	t.Helper()
	id := must(client.Post[struct{ ID string }](ctx, p.admin, "/im/"+kind, wish))(t).ID
	if wish["publishTime"] == nil {
		check(t, p.admin.Tell(ctx, http.MethodPut, "/im/"+kind+"/publish/now?id="+id, nil))
	}
	return id
}

// next waits for the websocket's next message of a type.
func next(ctx context.Context, t *testing.T, s *client.Socket, kind string) json.RawMessage {
	t.Helper()
	for {
		if m := must(s.Next(ctx))(t); m.Type == kind {
			return m.Data
		}
	}
}

// A published notice reaches the open console, is unread, is read, is cleared; its scripts reach no reader.
func TestANoticeOnItsWay(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	p.patient()
	c := p.customer(t, 0)
	socket := must(c.Open(ctx))(t)
	defer socket.Close()
	id := p.publish(ctx, t, "notice", map[string]any{"title": "Hello", "content": "<p onclick=\"x()\">Hi<script>alert(1)</script></p>",
		"audience": map[string]any{"kind": "users", "userIds": []string{c.UserID}}})
	var live notice
	check(t, json.Unmarshal(next(ctx, t, socket, "2"), &live))
	if live.ID != id || live.Content != "<p>Hi</p>" {
		t.Errorf("by websocket came %+v", live)
	}
	if u := must(client.Get[unread](ctx, c, "/im/notice/no/read"))(t); u.Total != 1 || u.Records[0].ID != id || u.Counts["1"] != 1 {
		t.Errorf("unread: %+v", u)
	}
	check(t, c.Tell(ctx, http.MethodPut, "/im/notice/read?id="+id+"&userId="+c.UserID, nil))
	p.publish(ctx, t, "notice", map[string]any{"title": "Again", "audience": map[string]any{"kind": "users", "userIds": []string{c.UserID}}})
	if u := must(client.Get[unread](ctx, c, "/im/notice/no/read"))(t); u.Total != 1 || u.Records[0].Contents.Title != "Again" {
		t.Errorf("unread: %+v", u)
	}
	check(t, c.Tell(ctx, http.MethodPut, "/im/notice/read/"+c.UserID+"/1", nil))
	if u := must(client.Get[unread](ctx, c, "/im/notice/no/read"))(t); u.Total != 0 {
		t.Errorf("after clearing: %+v", u)
	}
	refused(t, c.Tell(ctx, http.MethodPut, "/im/notice/read/"+p.admin.UserID+"/1", nil), 404, 0)
	refused(t, c.Tell(ctx, http.MethodPost, "/im/notice", map[string]any{"title": "x"}), 403, 0)

	check(t, p.admin.Tell(ctx, http.MethodPut, "/im/notice/revoke?id="+id, nil))
	if dropped := string(next(ctx, t, socket, "revoke")); !strings.Contains(dropped, id) {
		t.Errorf("revoked: %s", dropped)
	}
	refused(t, p.admin.Tell(ctx, http.MethodPut, "/im/notice/revoke?id="+id, nil), 409, 0)
}

// A scheduled post is published by the janitor, once, and a cancelled one never.
func TestAScheduledAnnouncement(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	p.patient()
	c := p.customer(t, 0)
	// Far enough ahead that both stand before, on a machine of any load.
	wish := map[string]any{"title": "Later", "summary": "soon", "publishTime": time.Now().Add(20 * time.Second),
		"audience": map[string]any{"kind": "users", "userIds": []string{c.UserID}}}
	id := p.publish(ctx, t, "announcement", wish)
	off := p.publish(ctx, t, "announcement", wish)
	check(t, p.admin.Tell(ctx, http.MethodPut, "/im/announcement/cancel?id="+off, nil))
	got := must(client.Poll(ctx, time.Second, func(ctx context.Context) ([]notice, bool, error) {
		if err := p.Tick(ctx); err != nil {
			return nil, false, err
		}
		list, err := client.Get[[]notice](ctx, c, "/im/announcement/no/expire")
		for _, a := range list {
			if a.ID == id {
				return list, true, err
			}
		}
		return list, false, err
	}))(t)
	for _, a := range got {
		if a.ID == off {
			t.Error("what was called off is published")
		}
	}
	check(t, c.Tell(ctx, http.MethodPut, "/im/announcement/read/"+c.UserID+"/"+id, nil))
	for _, a := range must(client.Get[[]notice](ctx, c, "/im/announcement/no/read"))(t) {
		if a.ID == id {
			t.Error("it is still unread")
		}
	}
	history := must(client.Get[[]struct{ Action string }](ctx, p.admin, "/im/announcement/opt/record?id="+id))(t)
	if len(history) != 2 || history[0].Action != "publish" {
		t.Errorf("history: %+v", history)
	}
}

// The platform notifies a customer that credit has come.
func TestThePlatformSendsNoticesOfCredit(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	p.patient()
	c := p.customer(t, 300)
	u := must(client.Get[unread](ctx, c, "/im/notice/no/read"))(t)
	if u.Counts["2"] != 1 || !strings.Contains(u.Records[0].Contents.Title, "300") {
		t.Errorf("unread: %+v", u)
	}
	must(client.Get[json.RawMessage](ctx, c, "/dmp/overview?days=7"))(t)
}
