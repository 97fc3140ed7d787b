package apptest

import (
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/staff"
	"herald/pkg/kit/web"
)

// RiskPath is the path of risk lists.
const RiskPath = "/aty/riskgroup"

// NewRiskList makes a risk list and returns its id.
func NewRiskList(who *sessiontest.Actor, more Object) string {
	body := Object{"name": "Complained", "countryCode": "BR"}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[web.Created](who.Post(RiskPath, body)).ID
}

const (
	ServicersPath      = "/aty/customerservicer"
	ServiceNumbersPath = "/aty/customerserviceraccount"
)

// NewServicer makes a service person.
func NewServicer(who *sessiontest.Actor, more Object) staff.Servicer {
	body := Object{"name": "Bia", "phone": "+55 11 98765-4321", "gender": "female"}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[staff.Servicer](who.Post(ServicersPath, body))
}

// NewServiceNumber makes a service number.
func NewServiceNumber(who *sessiontest.Actor, more Object) staff.Account {
	body := Object{"phoneNumber": "+5511987650000", "countryCode": "BR"}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[staff.Account](who.Post(ServiceNumbersPath, body))
}
