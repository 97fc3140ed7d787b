package apptest

import (
	"herald/pkg/account/staff"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

const (
	People  = "/aty/customerservicer"
	Numbers = "/aty/customerserviceraccount"
)

func NewServicer(who *sessiontest.Actor, more Object) staff.Servicer {
	body := Object{"name": "Bia", "phone": "+55 11 98765-4321", "gender": "female"}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[staff.Servicer](who.Post(People, body))
}

func NewServiceNumber(who *sessiontest.Actor, more Object) staff.Account {
	body := Object{"phoneNumber": "+5511987650000", "countryCode": "BR"}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[staff.Account](who.Post(Numbers, body))
}
