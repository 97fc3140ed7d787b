package money_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"pgregory.net/rapid"

	"herald/pkg/kit/money"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]money.Amount{
		"0": 0, "-0": 0, "12": 1200, "12.5": 1250, "12.50": 1250, "12.34": 1234, "-3": -300, "0.07": 7, "-0.07": -7, "007": 700,
		"92233720368547758.07": math.MaxInt64, "-92233720368547758.08": math.MinInt64,
	} {
		if got, err := money.Parse(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for text, want := range map[string]error{
		"": money.ErrForm, "-": money.ErrForm, ".": money.ErrForm, ".5": money.ErrForm, "5.": money.ErrForm, "12.345": money.ErrForm,
		"12.340": money.ErrForm, "1e3": money.ErrForm, "1E3": money.ErrForm, "+1": money.ErrForm, " 1": money.ErrForm, "1,5": money.ErrForm,
		"1.2.3": money.ErrForm, `"12"`: money.ErrForm, "true": money.ErrForm, "0x10": money.ErrForm, "--1": money.ErrForm,
		"92233720368547758.08": money.ErrOverflow, "-92233720368547758.09": money.ErrOverflow, "999999999999999999999999": money.ErrOverflow,
		"999999999999999999999999.123": money.ErrForm, "999999999999999999999999e5": money.ErrForm, "99999999999999999999.99": money.ErrOverflow,
	} {
		if got, err := money.Parse(text); !errors.Is(err, want) || got != 0 {
			t.Errorf("%s: %d, %v; want %v", text, got, err, want)
		}
	}
}

func TestJSONKeepsEveryAmount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := money.Amount(rapid.Int64().Draw(t, "amount"))
		data, err := json.Marshal(map[string]money.Amount{"a": a})
		if err != nil {
			t.Fatal(err)
		}
		var back map[string]money.Amount
		if err := json.Unmarshal(data, &back); err != nil || back["a"] != a {
			t.Fatalf("%d is %s and comes back as %d, %v", a, data, back["a"], err)
		}
		exact, ok := new(big.Rat).SetString(a.String())
		if !ok || exact.Cmp(big.NewRat(int64(a), 100)) != 0 {
			t.Fatalf("%d is written %s", a, a)
		}
	})
}

func TestJSONRefusesStringsAndKeepsNull(t *testing.T) {
	v := struct{ A money.Amount }{A: 5}
	if err := json.Unmarshal([]byte(`{"A":null}`), &v); err != nil || v.A != 5 {
		t.Errorf("null: %d, %v", v.A, err)
	}
	for _, body := range []string{`{"A":"12"}`, `{"A":1e2}`, `{"A":0.001}`, `{"A":{}}`, `{"A":[]}`, `{"A":false}`} {
		if err := json.Unmarshal([]byte(body), &v); err == nil {
			t.Errorf("%s is read as %d", body, v.A)
		}
	}
}

func TestReckoning(t *testing.T) {
	edge := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 1, -1, math.MinInt64, math.MaxInt64, math.MinInt64 + 1}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := edge.Draw(t, "a"), edge.Draw(t, "b")
		sum, err := money.Amount(a).Add(money.Amount(b))
		compare(t, "sum", new(big.Int).Add(big.NewInt(a), big.NewInt(b)), sum, err)
		product, err := money.Amount(a).Mul(b)
		compare(t, "product", new(big.Int).Mul(big.NewInt(a), big.NewInt(b)), product, err)
	})
}

func compare(t *rapid.T, what string, want *big.Int, got money.Amount, err error) {
	if want.IsInt64() != (err == nil) || (err == nil && want.Int64() != int64(got)) || (err != nil && !errors.Is(err, money.ErrOverflow)) {
		t.Fatalf("%s: %d, %v; want %s", what, got, err, want)
	}
}

func TestSchema(t *testing.T) {
	r := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	type body struct {
		A money.Amount `json:"a" minimum:"1"`
	}
	s := huma.SchemaFromType(r, reflect.TypeFor[body]())
	data, err := json.Marshal(s.Properties["a"])
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"description":"Credit with at most two decimals.","minimum":1,"multipleOf":0.01,"type":"number"}`; string(data) != want {
		t.Errorf("schema is %s", data)
	}
	for value, good := range map[any]bool{12.34: true, 1.1: true, 0.5: false, "12": false} {
		res := &huma.ValidateResult{}
		huma.Validate(r, s, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, map[string]any{"a": value}, res)
		if (len(res.Errors) == 0) != good {
			t.Errorf("%v: %v", value, res.Errors)
		}
	}
}

func TestPart(t *testing.T) {
	part := rapid.Int64Range(0, math.MaxInt64)
	rapid.Check(t, func(t *rapid.T) {
		whole := part.Draw(t, "whole")
		a, p := rapid.Int64Range(0, whole).Draw(t, "a"), part.Draw(t, "part")
		got := money.Part(money.Amount(a), money.Amount(p), money.Amount(whole))
		if whole == 0 {
			if got != 0 {
				t.Fatalf("%d of nothing", got)
			}
			return
		}
		product := new(big.Int).Mul(big.NewInt(a), big.NewInt(p))
		want, rest := new(big.Int).DivMod(product, big.NewInt(whole), new(big.Int))
		if rest.Sign() > 0 {
			want.Add(want, big.NewInt(1))
		}
		if want.Int64() != int64(got) {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}
