package exchange_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/credit/exchange"
	"herald/pkg/kit/web"
)

// Rates are fetched by the tick, set by staff, stored with their history, and read by all users.
func TestRates(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	admin, customer := b.Users.Admin, b.Users.Customer
	customer.Get("/pay/rate/USDT").Want(http.StatusServiceUnavailable, 50301)
	if n := testkit.Data[float64](customer.Get("/pay/rate/RMB")); n != 1 {
		t.Errorf("RMB costs %v", n)
	}
	customer.Get("/pay/rate/BTC").Want(http.StatusNotFound, 404)
	customer.Get("/pay/rate").Want(http.StatusForbidden, 403)
	customer.Post("/pay/rate", apptest.Object{"code": "USDT", "rate": 1}).Want(http.StatusForbidden, 403)
	b.Kit.Clock.Run()
	b.FetchRates()
	if n := testkit.Data[float64](customer.Get("/pay/rate/USDT")); n != 7.1023 {
		t.Errorf("USDT costs %v", n)
	}
	for _, body := range []apptest.Object{{"code": "USDT", "rate": 0}, {"code": "USDT", "rate": -1}, {"code": "USDT", "rate": "7.1"},
		{"code": "USDT", "rate": 10000.1}} {
		admin.Post("/pay/rate", body).Bad("rate")
	}
	admin.Post("/pay/rate", apptest.Object{"code": "RMB", "rate": 1}).Bad("code")
	admin.Put("/pay/rate/RMB", apptest.Object{"rate": 2}).Want(http.StatusNotFound, 404)
	set := testkit.Data[exchange.Row](admin.Post("/pay/rate", apptest.Object{"code": "USDT", "rate": 7.2}))
	if set.Version != 2 || !set.Pinned || set.Operator == "" || set.Source != exchange.Staff {
		t.Errorf("%+v", set)
	}
	testkit.Data[exchange.Row](admin.Put("/pay/rate/EUR", apptest.Object{"rate": 8.12345678, "pinned": false}))
	b.Rates.Set(map[string]string{"cny": "7.3"}, b.Kit.Now().Add(time.Second))
	b.FetchRates()
	all := testkit.Data[web.Page[exchange.Row]](admin.Get("/pay/rate"))
	if all.Total != 4 || all.Records[0].Code != "EUR" || all.Records[3].Code != "USDT" || *all.Records[3].Rate != 720_000_000 {
		t.Errorf("%+v", all)
	}
	if one := testkit.Data[web.Page[exchange.Row]](admin.Get("/pay/rate?code=USD")); one.Total != 1 || one.Records[0].Code != "USD" {
		t.Errorf("%+v", one)
	}
	history := testkit.Data[web.Page[exchange.Row]](admin.Get("/pay/rate/history?code=USDT&current=2&size=1"))
	if history.Total != 2 || len(history.Records) != 1 || history.Records[0].Source != "coingecko" {
		t.Errorf("%+v", history)
	}
	admin.Get("/pay/rate/history").Bad("code")
	admin.Get("/pay/rate/history?code=RMB").Want(http.StatusNotFound, 404)
}

// A missing rate is refused in the four languages.
func TestAMissingRateIsReportedInFourLanguages(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	for lang, want := range map[string]string{"zh_CN": "当前没有可用的汇率，请稍后再试", "en_US": "There's no current exchange rate. Try again later.",
		"pt_BR": "Não há cotação atual. Tente novamente mais tarde.", "zh_TW": "目前沒有可用的匯率，請稍後再試"} {
		if a := b.Users.Customer.In(lang).Get("/pay/rate/USDT"); a.Code != 50301 || a.Message != want {
			t.Errorf("%s: %d %s", lang, a.Code, a.Message)
		}
	}
	if a := b.Users.Admin.In("en_US").Post("/pay/rate",
		apptest.Object{"code": "USDT", "rate": 10001}); a.Message != "The rate must be above 0 and at most 10000" {
		t.Error(a.Message)
	}
}

// A rate from staff with too many decimals is refused, and never rounded to another one.
func TestARateIsNotRounded(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	for lang, want := range map[string]string{"zh_CN": "汇率最多 8 位小数", "en_US": "A rate has at most 8 decimals",
		"pt_BR": "A cotação tem no máximo 8 casas decimais", "zh_TW": "匯率最多 8 位小數"} {
		for _, rate := range []string{"7.123456789", "7.000000001", "1e-9", "0.000000001"} {
			a := b.Users.Admin.In(lang).Post("/pay/rate", []byte(`{"code":"USDT","rate":`+rate+`}`)).Bad("rate")
			if got := a.Errors[0].Message; got != want && !strings.HasPrefix(rate, "1e") && !strings.HasPrefix(rate, "0.") {
				t.Errorf("%s: %s", rate, got)
			}
		}
	}
	b.Users.Admin.Put("/pay/rate/EUR", []byte(`{"rate":8.123456785}`)).Bad("rate")
	for rate, want := range map[string]exchange.Number{"7.12345678": 712_345_678, "7.100000000": 710_000_000, "71e-1": 710_000_000} {
		if set := testkit.Data[exchange.Row](b.Users.Admin.Post("/pay/rate", []byte(`{"code":"USDT","rate":`+rate+`}`))); *set.Rate != want {
			t.Errorf("%s: %+v", rate, set)
		}
	}
}
