package web_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/web"
)

// Two APIs in one process answer with their own texts in any order of creation, including huma's own refusals.
func TestTwoAPIsInAProcessKeepTheirTexts(t *testing.T) {
	var apis []*web.API
	for _, name := range []string{"one", "two"} {
		text := `{"zh_CN":"` + name + `","en_US":"` + name + `","pt_BR":"` + name + `","zh_TW":"` + name + `"}`
		texts, err := i18n.Load([]byte(`{"web.badRequest":` + text + `,"web.valid.min":` + text + `}`))
		if err != nil {
			t.Fatal(err)
		}
		a := web.New(web.Options{Catalogue: texts, Now: clock.System, IDs: id.New(clock.System)})
		web.Handle(a, web.Route{Method: "GET", Path: "/x", Perm: web.Public, Summary: "looks"}, func(context.Context, *struct {
			N int `query:"n" minimum:"5"`
		}) (struct{}, error) {
			return struct{}{}, nil
		})
		apis = append(apis, a)
	}
	for i, want := range []string{"one", "two"} {
		rec := httptest.NewRecorder()
		apis[i].Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/api/x?n=1", nil))
		body, err := io.ReadAll(rec.Body)
		if err != nil || rec.Code != http.StatusBadRequest || strings.Count(string(body), want) != 2 {
			t.Errorf("%s: %d %s", want, rec.Code, body)
		}
	}
}
