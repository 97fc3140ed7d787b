package bulk_test

import (
	"strings"
	"time"

	"herald/internal/testkit"
	"herald/pkg/platform/setting"
)

// placeOf returns the area of a number that RandomNumber drew.
func placeOf(number string) *time.Location {
	zone := "America/Sao_Paulo"
	if strings.HasPrefix(number, "5592") {
		zone = "America/Manaus"
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	return place
}

// evening starts a seed at an hour at which São Paulo may receive messages, and Manaus will soon.
func (v *verdict) evening() {
	now := time.Now().UTC()
	v.Sleep(time.Until(time.Date(now.Year(), now.Month(), now.Day(), 15, v.pick.IntN(60), 0, 0, time.UTC)))
	v.opens = time.Now().In(placeOf("5592")).Add(time.Duration(1+v.pick.IntN(25)) * time.Minute).Format("15:04")
	if err := setting.New(v.System.DB, time.Now, setting.Define(testkit.ModuleParts()...)).Set(v.Context, "window.BR", v.opens+"-23:30",
		"admin"); err != nil {
		panic(err)
	}
}
