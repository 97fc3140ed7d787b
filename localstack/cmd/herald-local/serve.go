package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"herald/pkg/app/manifest"
)

// serve runs the product as one process on PostgreSQL until it is interrupted, with the simulators of make dev. The rows are kept in
// .local/serve. It finds a product that runs already and says so. With -copies n, n processes share the work behind a balancer, and one
// that dies is started again.
func serve(ctx context.Context, p project, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	copies := flags.Int("copies", 1, "processes that share the work")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *copies < 1 || *copies > mostCopies {
		return fmt.Errorf("-copies is from 1 to %d", mostCopies)
	}
	if err := p.ignored(".local"); err != nil {
		return err
	}
	lock, pid, err := p.lock()
	if err != nil {
		return err
	}
	if lock == nil {
		p.sayRunning(pid)
		return nil
	}
	defer lock.Close()
	file := p.path(".local", "dev.json")
	_ = os.Remove(file) // of a run that was killed
	i, err := newInstance(p, p.path(".local", "serve"), wellKnown())
	if err != nil {
		return err
	}
	defer i.stop()
	figures, err := i.startWhole(ctx, *copies)
	if err != nil {
		return err
	}
	d, err := i.describe()
	if err != nil {
		return err
	}
	if err := writeJSON(file, d, 0o600); err != nil {
		return err
	}
	defer os.Remove(file)
	i.console.print("\n%s\n  %s\n  data and logs: .local/serve\n  Ctrl-C or make down ends it", summary(d), figures)
	return i.wait(ctx)
}

// startWhole brings everything up, and gives what was measured. After an error, stop ends the started parts.
func (i *instance) startWhole(ctx context.Context, copies int) (figures string, err error) {
	if i.what, err = readWhatsApp(i.folder + "/secrets.json"); err != nil {
		return "", err
	}
	i.what.Rate = cmp.Or(i.rate, i.what.Rate)
	port, err := freePort(i.ports.front)
	if err != nil {
		return "", err
	}
	i.public = fmt.Sprintf("http://127.0.0.1:%d", port)
	err = together(ctx,
		func(ctx context.Context) error {
			for _, step := range []func(context.Context) error{i.console.step("program", i.buildWhole), i.console.step("tools", i.buildTools)} {
				if err := step(ctx); err != nil {
					return err
				}
			}
			return nil
		},
		i.console.step("console", i.buildWeb),
		i.console.step("postgres", i.startDatabase))
	if err != nil {
		return "", err
	}
	var began, idle string
	for _, step := range []func(context.Context) error{
		i.console.step("whatsapp", i.startSimulator), i.console.step("money", i.startMoney), i.console.step("sms", i.startTexts),
		i.console.step("mail", i.startMail), i.console.step("dns", i.startNames),
		i.console.step("herald", func(ctx context.Context) (string, error) {
			since := time.Now()
			err := i.startCopies(ctx, copies)
			began, idle = fmt.Sprintf("%.2f s", time.Since(since).Seconds()), i.copies.one().memory()
			return i.public, err
		}),
		i.console.step("seed", i.seed),
	} {
		if err := step(ctx); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("ready in %s with the database open; memory %s at the start, %s after the seed", began, idle,
		i.copies.one().memory()), nil
}

// mostCopies are as many as PostgreSQL's default of 100 connections carries.
const mostCopies = 4

func (i *instance) buildWhole(ctx context.Context) (string, error) {
	return "one program", i.compile(ctx, runtime.GOOS, runtime.GOARCH, nil, manifest.AllInOne)
}

// startDatabase serves the rows of the last run, or a new cluster.
func (i *instance) startDatabase(ctx context.Context) (string, error) {
	text, err := i.postgres(ctx)
	if err != nil {
		return "", err
	}
	i.database, err = i.startPostgres(ctx, i.folder, i.folder+"/postgres", 0)
	return text, err
}

// whole is the environment of the one process.
func (i *instance) whole() []string {
	settings := map[string]string{"whatsapp.url": i.what.URL, "whatsapp.version": i.what.Version,
		"whatsapp.phoneNumberId": i.what.PhoneNumberID, "whatsapp.wabaId": i.what.WABAID, "whatsapp.rate": i.what.Rate}
	for _, own := range []map[string]string{i.money.Settings, i.texts.Settings, i.mail.Settings} {
		for name, value := range own {
			settings[name] = value
		}
	}
	env := cleanEnvironment("HERALD_NAME="+stackName, "HERALD_PUBLIC_URL="+i.public, "HERALD_STORAGE=postgres", "HERALD_FILES=postgres",
		"HERALD_POSTGRES_URL="+i.database.url, "HERALD_CONSOLE="+i.path("web", "out"),
		"HERALD_DRAIN_SECONDS=0", "HERALD_STOP_SECONDS=5", "HERALD_DNS_SERVER="+i.names.Address, "HERALD_TLS_SERVER="+i.names.Certificates,
		"HERALD_TLS_ROOTS="+i.names.Roots, "AWS_REGION="+region, "AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test")
	for _, s := range manifest.Settings() {
		value := settings[s.Name]
		if value == "" {
			value = s.Deployed
		}
		if value != "" {
			env = append(env, s.Env()+"="+value)
		}
	}
	for _, all := range []map[string]string{i.what.Secrets, i.secrets} {
		for name, value := range all {
			if name != originKey { // there is no origin in front
				env = append(env, "HERALD_SECRET_"+strings.ToUpper(strings.NewReplacer("/", "_", "-", "_").Replace(name))+"="+value)
			}
		}
	}
	return env
}

var residentSize = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// memory is what a process has in memory, where the system tells it.
func (p *process) memory() string {
	if p == nil {
		return "unknown"
	}
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid()))
	found := residentSize.FindSubmatch(status)
	if found == nil {
		return "unknown"
	}
	kilobytes, err := strconv.Atoi(string(found[1]))
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%d MB", kilobytes>>10)
}
