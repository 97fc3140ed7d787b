//go:build cloud && postgres && endpoints

package container

import (
	"testing"

	"herald/internal/postgrestest"
	"herald/internal/testkit"
)

// homeOnAWS is a home of the name on the endpoints that a test has.
func homeOnAWS(t *testing.T, name string) *home {
	t.Helper()
	h := &home{env: onAWS(t, name, nil)}
	h.Home = homeOf(h.env, nil, &h.said)
	h.Address = ""
	return h
}

// What moves from DynamoDB, SQS and S3 to PostgreSQL and back is what it was, byte by byte.
func TestAnInstallationLeavesAWSAndComesBack(t *testing.T) {
	k := testkit.Memory(t)
	k.Config.AuthKey = []byte("a key of the tests, 32 bytes long")
	k.Config.SealKeys = append(k.Config.SealKeys, k.Config.AuthKey)
	first, middle, last := homeOnAWS(t, "first"), homeOnPostgres(t, k, postgrestest.Name(t)), homeOnAWS(t, "last")
	first.seed(t)
	for _, step := range []struct{ from, to *home }{{first, middle}, {middle, last}} {
		if err := step.to.take(t, step.from.export(t, false)); err != nil {
			t.Fatalf("%v\n%s", err, step.to.said.String())
		}
	}
	same(t, "rows", last.content(t), first.content(t))
	sameFiles(t, last, first)
	sameMessages(t, last, middle) // those of the first are hidden since they were read
}
