package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// constrained has every constraint that huma checks.
type constrained struct {
	Page  int       `query:"page"`
	Rate  float64   `query:"rate"`
	Since time.Time `query:"since"`
	Day   string    `query:"day" required:"true"`
	Body  struct {
		Need  string            `json:"need"`
		Short string            `json:"short,omitempty" minLength:"2" maxLength:"3"`
		Low   float64           `json:"low,omitempty" minimum:"1.5" maximum:"1e21"`
		Open  float64           `json:"open,omitempty" exclusiveMinimum:"0" exclusiveMaximum:"9"`
		List  []string          `json:"list,omitempty" minItems:"2" maxItems:"3" uniqueItems:"true"`
		Enum  string            `json:"enum,omitempty" enum:"a b,c,d"`
		Cents float64           `json:"cents,omitempty" multipleOf:"0.01"`
		Whole int               `json:"whole,omitempty"`
		Flag  bool              `json:"flag,omitempty"`
		At    *time.Time        `json:"at,omitempty"`
		Day   string            `json:"day,omitempty" format:"date"`
		Clock string            `json:"clock,omitempty" format:"time"`
		Mail  string            `json:"mail,omitempty" format:"email"`
		Link  string            `json:"link,omitempty" format:"uri"`
		UUID  string            `json:"uuid,omitempty" format:"uuid"`
		Code  string            `json:"code,omitempty" pattern:"^x$"`
		Named string            `json:"named,omitempty" pattern:"^x$" patternDescription:"an x"`
		Bytes []byte            `json:"bytes,omitempty"`
		Some  map[string]string `json:"some,omitempty" minProperties:"2" maxProperties:"3"`
		Inner struct {
			Deep string `json:"deep"`
		} `json:"inner,omitempty"`
	}
}

// refusals are the English messages of each refusal.
var refusals = []struct{ query, body, want string }{
	{"", `{"need":"x"}`, "day: This field is required"},
	{"day=x&page=a", `{"need":"x"}`, "page: Enter a whole number"},
	{"day=x&rate=a", `{"need":"x"}`, "rate: Enter a number"},
	{"day=x&since=a", `{"need":"x"}`, "since: Use an RFC 3339 time"},
	{"day=x", ``, ": This field is required"},
	{"day=x", `{`, ": The request isn't valid JSON"},
	{"day=x", `[]`, ": Use an object"},
	{"day=x", `{"need":"x","Need":"y"}`, "Need: This field appears twice"},
	{"day=x", `{"need":"x","é\"":1,"é\"":2}`, `é\": This field appears twice`},
	{"day=x", `{}`, "need: This field is required"},
	{"day=x", `{"need":"x","inner":{}}`, "inner.deep: This field is required"},
	{"day=x", `{"need":1}`, "need: Use text"},
	{"day=x", `{"need":"x","short":"a"}`, "short: Enter at least 2 characters"},
	{"day=x", `{"need":"x","short":"aaaa"}`, "short: Enter at most 3 characters"},
	{"day=x", `{"need":"x","low":1}`, "low: Enter 1.5 or more"},
	{"day=x", `{"need":"x","low":1e22}`, "low: Enter 1000000000000000000000 or less"},
	{"day=x", `{"need":"x","low":"a"}`, "low: Enter a number"},
	{"day=x", `{"need":"x","open":0}`, "open: Enter more than 0"},
	{"day=x", `{"need":"x","open":9}`, "open: Enter a number"},
	{"day=x", `{"need":"x","list":["a"]}`, "list: Choose at least 2"},
	{"day=x", `{"need":"x","list":["a","b","c","d"]}`, "list: Choose at most 3"},
	{"day=x", `{"need":"x","list":["a","a"]}`, "list: Use a list"},
	{"day=x", `{"need":"x","list":1}`, "list: Use a list"},
	{"day=x", `{"need":"x","enum":"z"}`, "enum: Choose one of: a b, c, d"},
	{"day=x", `{"need":"x","cents":0.001}`, "cents: Use at most two decimals"},
	{"day=x", `{"need":"x","whole":1.5}`, "whole: Enter a whole number"},
	{"day=x", `{"need":"x","flag":1}`, "flag: Use true or false"},
	{"day=x", `{"need":"x","at":"z"}`, "at: Use an RFC 3339 time"},
	{"day=x", `{"need":"x","day":"z"}`, "day: Use an RFC 3339 time"},
	{"day=x", `{"need":"x","clock":"z"}`, "clock: Use an RFC 3339 time"},
	{"day=x", `{"need":"x","mail":"z"}`, "mail: Enter a valid email address"},
	{"day=x", `{"need":"x","link":":"}`, "link: Enter a valid URL, like https://example.com"},
	{"day=x", `{"need":"x","uuid":"z"}`, "uuid: The format is wrong"},
	{"day=x", `{"need":"x","code":"z"}`, "code: The format is wrong"},
	{"day=x", `{"need":"x","named":"z"}`, "named: The format is wrong"},
	{"day=x", `{"need":"x","bytes":"%"}`, "bytes: The format is wrong"},
	{"day=x", `{"need":"x","some":{"a":"b"}}`, "some: Use an object"},
	{"day=x", `{"need":"x","some":{"a":"b","c":"d","e":"f","g":"h"}}`, "some: Use an object"},
}

// Refusals by huma have messages in the four languages, never huma's own.
func TestWhatHumaRefuses(t *testing.T) {
	e := &testkit.Env{DB: store.NewMemory(nil), Clock: &testkit.Time{}, Address: "203.0.113.9", Now: clock.System}
	e.IDs = id.New(e.Now)
	s := testkit.Serve(t, e, testkit.Parts{
		Authenticate: func(context.Context, string) (*auth.Principal, error) {
			return &auth.Principal{UserID: caller, Tenant: caller, Type: auth.First}, nil
		},
		Routes: func(a *web.API) {
			web.Handle(a, web.Route{Method: "POST", Path: "/x/all", Perm: web.SignedIn, Asks: true, Summary: "all"},
				func(context.Context, *constrained) (seen, error) { return seen{}, nil })
		},
	})
	for _, tt := range refusals {
		var body any
		if tt.body != "" {
			body = []byte(tt.body)
		}
		a := s.As("me", "t").In("en_US").Post("/x/all?"+tt.query, body)
		var got []string
		for _, f := range a.Errors {
			got = append(got, fmt.Sprintf("%s: %s", f.Field, f.Message))
		}
		if a.Status != 400 || strings.Join(got, "; ") != tt.want {
			t.Errorf("%s %s: %d %s", tt.query, tt.body, a.Status, strings.Join(got, "; "))
		}
	}
}

// No route has an input with an embedded struct of an unexported type, because its fields would be ignored silently.
func TestAnInputEmbedsNothingUnseen(t *testing.T) {
	type hidden struct {
		Token string `query:"token"`
	}
	defer func() {
		if recover() == nil {
			t.Error("the route was mounted")
		}
	}()
	web.Handle(web.New(web.Options{}), web.Route{Method: "GET", Path: "/x", Perm: web.Public, Summary: "x"},
		func(context.Context, *struct{ hidden }) (*web.Done, error) { return nil, nil })
}
