package apptest

import (
	"encoding/json"
	"strconv"

	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/session/sessiontest"
)

// CallProgram signs calls by a customer's app key, each under a number of its own.
type CallProgram struct {
	*CallFixture
	key appkey.NewKey
	n   int
}

func (p *CallFixture) Program(of *sessiontest.Actor) *CallProgram {
	p.Helper()
	return &CallProgram{CallFixture: p,
		key: testkit.Data[appkey.NewKey](p.Users.Admin.Put("/aty/customerinfo/gen/appkey/security/"+of.User.ID, nil))}
}

func (g *CallProgram) Call(method, path string, body any) *testkit.Answer {
	g.Helper()
	g.n++
	var raw []byte
	file, isFile := body.(apiclient.File)
	if isFile {
		var err error
		if _, raw, err = file.Form(); err != nil {
			g.Fatal(err)
		}
	} else if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			g.Fatal(err)
		}
	}
	q := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(g.Kit.Now().Unix(), 10),
		Nonce: "nonce-of-the-program-" + strconv.Itoa(g.n), Body: raw}
	signed := g.s.Nobody().In("en_US").With(auth.KeyHeader, g.key.AppKey).With(auth.TimeHeader, q.Timestamp).With(auth.NonceHeader,
		q.Nonce).With(auth.SignatureHeader, q.Sign(g.key.AppSecret))
	switch {
	case isFile:
		return signed.Do(method, path, file)
	case raw == nil:
		return signed.Do(method, path, nil)
	}
	return signed.Do(method, path, raw)
}
