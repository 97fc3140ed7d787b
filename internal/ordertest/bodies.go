package ordertest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"herald/pkg/kit/auth"
)

// BulkPath, ErrandPath, PagerPath and CommentPath are the API paths of the order kinds.
const BulkPath, ErrandPath, PagerPath, CommentPath = "/gc/groupsendorder", "/toy/errand", "/toy/pager", "/comment/order"

// NamedOrderBody is the JSON body of an order to a contact list or to a file.
func NamedOrderBody(name, group, file string) map[string]any {
	w := map[string]any{"name": name, "channel": "whatsapp", "countryCode": "BR", "message": map[string]any{"type": "text", "text": "hi"}}
	if group != "" {
		w["groupId"] = group
	} else {
		w["fileId"] = file
	}
	return w
}

// ContactFile writes numbers as a contact file.
func ContactFile(numbers []uint64) []byte {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "+%d\n", n)
	}
	return []byte(b.String())
}

// creditPermissions are the permissions that give credit.
var creditPermissions = []string{"aty:customerinfo:recharge", "aty:customerinfo:give", "aty:customerinfo:rebate", "aty:customerinfo:price",
	"aty:customerinfo:page", "gc:groupsendorder:refund", "gc:groupsendorder:page", "call:order:refund"}

// extras adds users whose calls must be refused: Eve, a customer that is not activated and never paid, and a clerk with every
// permission
// whose scope is the agent.
func (w *Scenario) extras(s *System, add func(auth.Type, string, ...string) *Actor) {
	w.Eve = add(auth.First, "")
	s.Must(w.Admin, Request{"POST", "/system/role",
		map[string]any{"code": "everything", "name": "Everything", "types": []int{1}, "permissions": creditPermissions}, ""})
	w.Clerk = add(auth.Admin, "", "everything")
	s.Must(w.Admin, Request{"PUT", "/aty/sysuser/scope/" + w.Clerk.ID, map[string]any{"userIds": []string{w.Agent.ID}}, ""})
	s.signIn(w.Clerk)
	w.Clerk.token = s.token(w.Clerk)
	w.EveFile = s.Must(w.Eve, Request{"POST", "/uf/uploadfile/contact", &Form{File: ContactFile([]uint64{5511987654321})}, ""}).ID()
}

// Rule tells the provider's simulator the outcome of messages to numbers with a suffix.
type Rule struct {
	Suffix  string `json:"suffix"`
	Outcome string `json:"outcome"`
	Code    int    `json:"code,omitempty"`
}

// Control changes the behaviour of the provider's simulator.
func (s *System) Control(name string, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	w := &Pipeline{Sim: s.Sim}
	w.Control(name, string(raw))
}

// Janitor starts the periodic tasks, every minute or less often. The next tick makes up for one that fails.
func (s *System) Janitor() {
	s.Goroutines.Go(func() {
		every := time.Duration(1+s.Rand(3)) * time.Minute
		for n := 0; s.Sleep(every); n++ {
			due := []string{"bulk", "errand", "pager", "notice", "call", "comment", "contact", "user"} // others process data that this test lacks
			for _, name := range due[:6+2*(n%2)] {
				_ = s.Invoke(WorkerFunction, time.Minute, func(ctx context.Context, i *Instance) error { return i.Ticks[name](ctx) })
			}
		}
	})
}
