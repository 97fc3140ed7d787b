//go:build cloud && postgres && endpoints

package container

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herald/internal/postgrestest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/platform/user"
)

// The whole product as one process, configured by the environment alone, on DynamoDB Local, ElasticMQ and versitygw: it signs in, imports,
// sends, settles and stops. Its books add up, and it moves to PostgreSQL.
func TestTheProductOnEndpoints(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil { // serve takes it
		t.Fatal(err)
	}
	sim := whatsappsim.New(whatsappsim.Config{Now: clock.System, Token: "token", AppSecret: "secret", VerifyToken: "verify",
		PhoneNumberID: "1", WABAID: "2", WebhookURL: "http://" + address + "/api/hook/whatsapp", Seed: 1})
	t.Cleanup(sim.Close)
	provider := httptest.NewServer(sim)
	t.Cleanup(provider.Close)
	env := onAWS(t, "whole", map[string]string{"HERALD_PUBLIC_URL": "http://" + address, "HERALD_LISTEN": address, "HERALD_DRAIN_SECONDS": "0",
		"HERALD_WHATSAPP_URL": provider.URL, "HERALD_WHATSAPP_VERSION": "v23.0", "HERALD_WHATSAPP_PHONE_NUMBER_ID": "1",
		"HERALD_WHATSAPP_WABA_ID": "2", "HERALD_WHATSAPP_RATE": "500"})
	k := testkit.Memory(t) // ids alone
	s := &site{t: t, aws: k, users: &user.Store{DB: env.DB, Now: clock.System, Cost: auth.Cheap}, url: "http://" + address,
		ended: make(chan error, 1)}
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	go func() { s.ended <- serve(ctx, nil, io.Discard) }()
	s.await()
	mainJob(s, s)

	var said bytes.Buffer
	if err := reconcile(t.Context(), nil, &said); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
	t.Log(said.String())
	source := &home{env: env}
	source.Home = homeOf(env, nil, &source.said)
	k.Config.SealKeys, k.Config.LinkKeys = env.Config.SealKeys, env.Config.LinkKeys
	moves(t, source, homeOnPostgres(t, k, postgrestest.Name(t)))
}

// await waits until the process is ready, or has ended.
func (s *site) await() {
	s.t.Helper()
	every := time.NewTicker(50 * time.Millisecond)
	defer every.Stop()
	for {
		select {
		case err := <-s.ended:
			s.t.Fatal(err)
		case <-every.C:
		}
		res, err := http.Get(s.url + "/readyz")
		if err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusOK {
			return
		}
	}
}
