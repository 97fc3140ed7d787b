package main

import (
	"context"
	"fmt"
	"os"
)

// storage are the packages whose tests run against AWS's DynamoDB Local too.
var storage = []string{"./pkg/kit/store/...", "./pkg/credit/ledger/...", "./pkg/campaign/..."}

// testDynamoDB runs the tests of storage, ledger and pipeline with tables in AWS's own DynamoDB Local, in memory;
// everything else is in a local cloud as usual. More arguments go to go test.
func testDynamoDB(ctx context.Context, p project, args []string) error {
	console := newConsole()
	folder := p.path(".local", fmt.Sprintf("test-%d", os.Getpid()))
	if err := p.ignored(".local"); err != nil {
		return err
	}
	if _, err := p.python(ctx); err != nil {
		return err
	}
	if err := console.step("dynamodb", p.dynamoDBLocal)(ctx); err != nil {
		return err
	}
	c, err := p.startCloud(ctx, folder, 0)
	if c != nil {
		defer c.stop(0)
	}
	if err != nil {
		return err
	}
	database, endpoint, err := p.startDynamoDB(ctx, folder)
	defer database.stop(0)
	if err != nil {
		return err
	}
	env := cleanEnvironment("HERALD_TEST_CLOUD="+c.endpoint, "HERALD_TEST_DYNAMODB="+endpoint)
	argv := append(append([]string{"go", "test", "-tags", "cloud," + tags, "-count", "1", "-timeout", "30m"}, args...), storage...)
	if err := p.attached(ctx, string(p), env, argv...); err != nil {
		return err
	}
	return os.RemoveAll(folder)
}

// dynamoDBLocal fetches it from Maven Central, once per content of its list.
func (p project) dynamoDBLocal(ctx context.Context) (string, error) {
	return "DynamoDB Local in .local/dynamodb", p.jars(ctx, "DynamoDB Local", "dynamodb-local", "dynamodb")
}

func (p project) startDynamoDB(ctx context.Context, folder string) (*process, string, error) {
	port, err := freePort(0)
	if err != nil {
		return nil, "", err
	}
	lib := p.path(".local", "dynamodb", "lib")
	database, err := launch(child{name: "DynamoDB Local", log: folder + "/dynamodb.log", folder: folder,
		env: cleanEnvironment("DDB_LOCAL_TELEMETRY=0")}, "java", "-Xmx1g",
		"-Djava.library.path="+lib, "-cp", lib+"/*", "com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
		"-inMemory", "-disableTelemetry", "-port", fmt.Sprint(port))
	if err != nil {
		return nil, "", err
	}
	endpoint := fmt.Sprintf("http://127.0.0.1:%d", port)
	return database, endpoint, database.listening(ctx, fmt.Sprintf("127.0.0.1:%d", port))
}
