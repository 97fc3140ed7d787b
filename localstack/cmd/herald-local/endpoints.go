package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"herald/pkg/app/manifest"
)

// versityGateway speaks the API of S3 over a folder. It is built once into .local, with the Go of this machine.
const versityGateway = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"

// onEndpoints are the packages whose tests run on servers that speak the APIs of AWS.
var onEndpoints = []string{"./pkg/kit/store", "./pkg/kit/queue/...", "./pkg/kit/blob", "./pkg/app/container"}

// endpointTests are those of them that need the servers.
const endpointTests = "Dynamo|SQS|S3|Wire|LeavesAWS|OnEndpoints"

// endpointsAccount is the access key that all servers take: an account of testkit.
const endpointsAccount = "123456789012"

// testEndpoints runs the packages of rows, messages and files, a move to PostgreSQL and back, and the whole product as one process on
// DynamoDB Local, ElasticMQ and versitygw. Arguments go to go test.
func testEndpoints(ctx context.Context, p project, args []string) error {
	if err := p.ignored(".local"); err != nil {
		return err
	}
	console := newConsole()
	for _, s := range []struct {
		name string
		get  func(context.Context) (string, error)
	}{{"dynamodb", p.dynamoDBLocal}, {"elasticmq", p.elasticMQ}, {"versitygw", p.versityGateway}, {"postgres", p.postgres}} {
		if err := console.step(s.name, s.get)(ctx); err != nil {
			return err
		}
	}
	folder := fmt.Sprintf(".local/test-%d", os.Getpid())
	if err := os.MkdirAll(p.path(folder), 0o755); err != nil {
		return err
	}
	env, stop, err := p.startEndpoints(ctx, p.path(folder))
	defer stop()
	if err != nil {
		return err
	}
	server, err := p.withPostgres(ctx, folder)
	defer server.stop()
	if err != nil {
		return err
	}
	env = cleanEnvironment(append(env, "HERALD_TEST_POSTGRES="+server.url)...)
	argv := []string{"go", "test", "-tags", "cloud,postgres,endpoints," + tags, "-count", "1", "-timeout", "30m", "-run", endpointTests}
	argv = append(argv, args...)
	if err := p.attached(ctx, string(p), env, append(argv, onEndpoints...)...); err != nil {
		return err
	}
	return os.RemoveAll(p.path(folder))
}

// startEndpoints starts the servers, whose data goes with them, and gives the variables by which tests find them.
func (p project) startEndpoints(ctx context.Context, folder string) (env []string, stop func(), err error) {
	var started []*process
	stop = func() {
		for _, s := range started {
			s.stop(0)
		}
	}
	for _, s := range []struct {
		variable string
		start    func(context.Context, string) (*process, string, error)
	}{{"HERALD_TEST_DYNAMODB", p.startDynamoDB}, {"HERALD_TEST_SQS", p.startElasticMQ}, {"HERALD_TEST_S3", p.startVersityGateway}} {
		server, endpoint, err := s.start(ctx, folder)
		if server != nil {
			started = append(started, server)
		}
		if err != nil {
			return nil, stop, err
		}
		env = append(env, s.variable+"="+endpoint)
		if s.variable == "HERALD_TEST_DYNAMODB" {
			env = append(env, "HERALD_TEST_CLOUD="+endpoint) // no test here asks another service
		}
	}
	return append(env, "HERALD_TEST_ACCOUNT="+endpointsAccount), stop, nil
}

// elasticMQ fetches it from Maven Central, once per content of its list.
func (p project) elasticMQ(ctx context.Context) (string, error) {
	return "ElasticMQ in .local/elasticmq", p.jars(ctx, "ElasticMQ", "elasticmq", "elasticmq")
}

// jars fetches what the list in a folder of localstack names into .local.
func (p project) jars(ctx context.Context, what, list, to string) error {
	source := p.path("localstack", list)
	text, err := os.ReadFile(filepath.Join(source, "pom.xml"))
	if err != nil {
		return err
	}
	return p.once(p.path(".local", to, "stamp"), string(text), func() error {
		for _, name := range []string{"java", "mvn"} {
			if _, err := exec.LookPath(name); err != nil {
				return fmt.Errorf("%s is missing: %s needs Java 17 and Maven. Debian: apt-get install openjdk-17-jre-headless maven", name, what)
			}
		}
		return command(ctx, p.path(".local", "logs", to+".log"), source, os.Environ(), "mvn", "--batch-mode", "-q",
			"dependency:copy-dependencies", "-DoutputDirectory="+p.path(".local", to, "lib"))
	})
}

// elasticMQSettings has one line a queue. Dead letters are a matter of the settings, as on AWS of the deployment.
func elasticMQSettings(port int) string {
	var text strings.Builder
	fmt.Fprintf(&text, `include classpath("application.conf")
node-address { protocol = http, host = 127.0.0.1, port = %[1]d, context-path = "" }
rest-sqs { enabled = true, bind-port = %[1]d, bind-hostname = "127.0.0.1", sqs-limits = strict }
rest-stats.enabled = false
aws { region = us-east-1, accountId = "000000000000" }
queues {
`, port)
	for _, name := range []string{"herald", "whole", "first", "last"} { // of the tests
		for _, c := range manifest.Consumers {
			queue := name + "-" + c.Name
			fmt.Fprintf(&text, "  %q { defaultVisibilityTimeout = %d seconds, deadLettersQueue { name = %q, maxReceiveCount = %d } }\n", queue,
				c.VisibilitySeconds, queue+"-dead", c.MaxReceive)
			fmt.Fprintf(&text, "  %q { defaultVisibilityTimeout = 30 seconds }\n", queue+"-dead")
		}
	}
	return text.String() + "}\n"
}

func (p project) startElasticMQ(ctx context.Context, folder string) (*process, string, error) {
	port, err := freePort(0)
	if err != nil {
		return nil, "", err
	}
	settings := filepath.Join(folder, "elasticmq.conf")
	if err := os.WriteFile(settings, []byte(elasticMQSettings(port)), 0o644); err != nil {
		return nil, "", err
	}
	server, err := launch(child{name: "ElasticMQ", log: filepath.Join(folder, "elasticmq.log"), folder: folder, env: cleanEnvironment()},
		"java", "-Xmx256m", "-Dconfig.file="+settings, "-cp", p.path(".local", "elasticmq", "lib")+"/*", "org.elasticmq.server.Main")
	if err != nil {
		return nil, "", err
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	return server, "http://" + address, server.listening(ctx, address)
}

// versityGateway builds it, once per version.
func (p project) versityGateway(ctx context.Context) (string, error) {
	err := p.once(p.path(".local", "versitygw", "stamp"), versityGateway, func() error {
		return command(ctx, p.path(".local", "logs", "versitygw.log"), string(p), append(os.Environ(), "GOBIN="+p.path(".local", "versitygw"),
			"GOFLAGS="), "go", "install", versityGateway)
	})
	return "versitygw in .local/versitygw", err
}

func (p project) startVersityGateway(ctx context.Context, folder string) (*process, string, error) {
	port, err := freePort(0)
	if err != nil {
		return nil, "", err
	}
	files, sidecar := filepath.Join(folder, "s3"), filepath.Join(folder, "s3-metadata")
	for _, needed := range []string{files, sidecar} {
		if err := os.MkdirAll(needed, 0o755); err != nil {
			return nil, "", err
		}
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	server, err := launch(child{name: "versitygw", log: filepath.Join(folder, "versitygw.log"), folder: folder,
		env: cleanEnvironment("ROOT_ACCESS_KEY="+endpointsAccount, "ROOT_SECRET_KEY=test")},
		p.path(".local", "versitygw", "versitygw"), "--port", address, "--quiet", "posix", "--sidecar", sidecar, files)
	if err != nil {
		return nil, "", err
	}
	return server, "http://" + address, server.listening(ctx, address)
}
