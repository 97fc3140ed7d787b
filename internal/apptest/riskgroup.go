package apptest

import (
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

const RiskPath = "/aty/riskgroup"

func NewRiskList(who *sessiontest.Actor, more Object) string {
	body := Object{"name": "Complained", "countryCode": "BR"}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[web.Created](who.Post(RiskPath, body)).ID
}
