package ordertest

import (
	"herald/pkg/kit/config"
)

// telephone is the configuration of the voice provider.
func (s *System) telephone() config.Voice {
	return config.Voice{URL: "http://telephone", Insights: "http://telephone", Account: "AC1", From: "12065550102",
		Callback: "http://herald/api/hook/voice", PerSecond: s.PerSecond, Lines: s.Trunks, AuthTokens: []string{"phone"}}
}
