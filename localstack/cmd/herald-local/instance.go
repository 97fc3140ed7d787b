package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"herald/localstack/front"
)

// instance is one running product: local cloud, simulators, front door. Its files lie in folder.
type instance struct {
	project
	console *console
	folder  string
	ports   ports
	public  string // origin of the front door
	// policies lets every call of a function be checked against its role, which costs a quarter of the cloud's speed.
	policies bool
	what     whatsApp
	simURL   string

	cloud     *cloud
	simulator *process
	money     money
	texts     texts
	mail      mail
	names     names
	stack     stack
	database  *database         // of the one process
	copies    copies            // of the one process
	rate      string            // of the sender, where it is not the environment's
	secrets   map[string]string // of the one process; a product on the local cloud has them there
	listener  net.Listener
	server    *http.Server
}

// ports that are tried first; 0 takes any.
type ports struct{ front, cloud, simulator, money, texts, mail, relay, names int }

func newInstance(p project, folder string, wanted ports) (*instance, error) {
	for _, name := range []string{".local", ".build"} {
		if err := p.ignored(name); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	return &instance{project: p, console: newConsole(), folder: folder, ports: wanted, secrets: map[string]string{}}, nil
}

// start brings everything up to the seeded, answering product. After an error, stop ends the started parts.
func (i *instance) start(ctx context.Context) (err error) {
	if i.what, err = readWhatsApp(i.folder + "/secrets.json"); err != nil {
		return err
	}
	if err := i.listen(); err != nil {
		return err
	}
	if err := i.prepare(ctx); err != nil {
		return err
	}
	steps := []func(context.Context) error{
		i.console.step("whatsapp", i.startSimulator),
		i.console.step("money", i.startMoney),
		i.console.step("sms", i.startTexts),
		i.console.step("mail", i.startMail),
		i.console.step("dns", i.startNames),
		i.console.step("stack", i.deployStack),
		i.console.step("front door", i.serve),
		func(context.Context) error { return i.cloud.enforce(i.policies) },
		i.console.step("seed", i.seed),
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// prepare installs, compiles and starts the local cloud, all at the same time.
func (i *instance) prepare(ctx context.Context) error {
	cdkReady := make(chan struct{})
	return together(ctx,
		func(ctx context.Context) error {
			err := i.console.step("python", i.python)(ctx)
			if err == nil {
				err = i.console.step("cloud", func(ctx context.Context) (string, error) {
					i.cloud, err = i.startCloud(ctx, i.folder, i.ports.cloud)
					if err != nil {
						return "", err
					}
					return "MiniStack at " + i.cloud.endpoint, i.cloud.putSecrets(ctx, i.what.Secrets)
				})(ctx)
			}
			if err != nil {
				return err
			}
			select {
			case <-cdkReady:
			case <-ctx.Done():
				return ctx.Err()
			}
			return i.console.step("bootstrap", func(ctx context.Context) (string, error) {
				return "CDK toolkit", i.bootstrap(ctx, i.folder, i.cloud.endpoint)
			})(ctx)
		},
		func(ctx context.Context) error {
			err := i.console.step("node", func(ctx context.Context) (string, error) { return i.node(ctx, "infra") })(ctx)
			if err == nil {
				close(cdkReady)
			}
			return err
		},
		func(ctx context.Context) error {
			for _, step := range []func(context.Context) error{
				i.console.step("functions", func(ctx context.Context) (string, error) {
					return i.buildShared(ctx)
				}),
				i.console.step("tools", i.buildTools),
				i.console.step("infra", i.buildInfra),
			} {
				if err := step(ctx); err != nil {
					return err
				}
			}
			return nil
		},
		i.console.step("console", i.buildWeb),
	)
}

func (i *instance) listen() error {
	listener, err := listen(i.ports.front)
	if err != nil {
		return err
	}
	i.listener = listener
	i.public = "http://" + i.listener.Addr().String()
	return nil
}

// buildTools compiles the simulators and the seed, so that starting them costs nothing.
func (p project) buildTools(ctx context.Context) (string, error) {
	var names []string
	for name, source := range map[string]string{"simulator-whatsapp": "./localstack/simulators/cmd/whatsapp",
		"simulator-money": "./localstack/simulators/cmd/money",
		"simulator-sms":   "./localstack/simulators/cmd/sms",
		"simulator-mail":  "./localstack/simulators/cmd/mail", "seed": "./localstack/seed"} {
		if !p.has(source) {
			continue
		}
		err := command(ctx, p.path(".local", "logs", name+".log"), string(p), os.Environ(), "go", "build", "-tags", tags, "-buildvcs=false",
			"-o", p.path(".build", name), source)
		if err != nil {
			return "", err
		}
		names = append(names, name)
	}
	return strings.Join(names, ", "), nil
}

// startSimulator starts the counterparty, unless another server is named.
func (i *instance) startSimulator(ctx context.Context) (string, error) {
	if i.what.URL != "" {
		i.simURL = i.what.URL
		return "another server: " + i.what.URL, nil
	}
	port, err := freePort(i.ports.simulator)
	if err != nil {
		return "", err
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	i.what.URL, i.simURL = "http://"+address, "http://"+address
	i.simulator, err = launch(child{name: "the WhatsApp simulator", log: i.folder + "/simulator-whatsapp.log", folder: string(i.project),
		env: cleanEnvironment()},
		i.path(".build", "simulator-whatsapp"), "-listen", address, "-rate", i.what.Rate,
		"-token", i.what.Secrets["whatsapp/token"], "-app-secret", i.what.Secrets["whatsapp/app-secret"],
		"-verify-token", i.what.Secrets["whatsapp/verify-token"], "-phone-number-id", i.what.PhoneNumberID,
		"-waba-id", i.what.WABAID, "-webhook-url", i.public+"/api/hook/whatsapp")
	if err != nil {
		return "", err
	}
	return "simulator at " + i.simURL, i.simulator.ready(ctx, i.simURL+"/_sim/messages?limit=1")
}

func (i *instance) deployStack(ctx context.Context) (string, error) {
	err := i.synth(ctx, i.folder, surroundings{endpoint: i.cloud.endpoint, public: i.public, whatsApp: i.what, money: i.money, texts: i.texts,
		mail: i.mail, names: i.names})
	if err == nil {
		i.stack, err = i.deploy(ctx, i.folder, i.cloud.endpoint)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d functions deployed", len(functions())), i.remember()
}

// serve opens the front door. Requests that came before have waited in the listener.
func (i *instance) serve(context.Context) (string, error) {
	endpoint, err := url.Parse(i.cloud.endpoint)
	if err != nil {
		return "", err
	}
	i.server = &http.Server{
		Handler: front.New(front.Options{Cloud: endpoint, Key: i.what.Secrets[originKey], HTTPAPI: i.stack.HTTPAPI,
			SocketAPI: i.stack.SocketAPI, Web: i.path("web", "out"), Cashiers: i.money.url}),
		ReadHeaderTimeout: 10 * time.Second,
	}
	go func() { _ = i.server.Serve(i.listener) }() // ends with Close
	return i.public, nil
}

// stop ends everything that start has started, in reverse order, and leaves no process behind.
func (i *instance) stop() {
	if i.server != nil {
		_ = i.server.Close()
	} else if i.listener != nil {
		_ = i.listener.Close()
	}
	i.copies.stop(10 * time.Second)
	i.database.stop()
	i.simulator.stop(2 * time.Second)
	i.money.process.stop(2 * time.Second)
	i.texts.process.stop(2 * time.Second)
	i.mail.process.stop(2 * time.Second)
	i.names.stop()
	if i.cloud != nil {
		i.cloud.stop(10 * time.Second)
	}
	_ = os.RemoveAll(i.folder + "/tmp") // code of functions; a fresh one is made at the next start
}
