package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
)

// deployment is what an update must know of the running product.
type deployment struct {
	Infra    string   `json:"infra"` // digest of the description of the system
	Endpoint string   `json:"endpoint"`
	Public   string   `json:"public"`
	Policies bool     `json:"policies"`
	WhatsApp whatsApp `json:"whatsapp"`
	Money    money    `json:"money"`
	Texts    texts    `json:"texts"`
	Mail     mail     `json:"mail"`
	Names    names    `json:"names"`
}

func (i *instance) remember() error {
	digest, err := i.digest(infraSources...)
	if err != nil {
		return err
	}
	return writeJSON(i.folder+"/deployed.json", deployment{Infra: digest, Endpoint: i.cloud.endpoint, Public: i.public, Policies: i.policies,
		WhatsApp: i.what, Money: i.money, Texts: i.texts, Mail: i.mail, Names: i.names}, 0o600)
}

// deploy brings edited Go code into the running product: changed functions get their new code; when the description of
// the system changed, the whole stack is deployed.
func deploy(ctx context.Context, p project, _ []string) error {
	var d description
	if err := readJSON(p.path(".local", "dev.json"), &d); err != nil {
		return errors.New("nothing is running here: start it with make dev")
	}
	var last deployment
	if err := readJSON(p.path(".local", "deployed.json"), &last); err != nil {
		return err
	}
	console := newConsole()
	err := console.step("functions", func(ctx context.Context) (string, error) {
		return p.buildShared(ctx)
	})(ctx)
	if err != nil {
		return err
	}
	digest, err := p.digest(infraSources...)
	if err != nil {
		return err
	}
	if digest != last.Infra {
		return console.step("stack", func(ctx context.Context) (string, error) { return p.redeploy(ctx, last, digest) })(ctx)
	}
	return console.step("update", func(ctx context.Context) (string, error) { return p.updateAll(ctx, &cloud{endpoint: last.Endpoint}) })(ctx)
}

func (p project) redeploy(ctx context.Context, last deployment, digest string) (string, error) {
	folder := p.path(".local")
	if _, err := p.buildInfra(ctx); err != nil {
		return "", err
	}
	if err := p.synth(ctx, folder, surroundings{endpoint: last.Endpoint, public: last.Public, whatsApp: last.WhatsApp, money: last.Money,
		texts: last.Texts, mail: last.Mail, names: last.Names}); err != nil {
		return "", err
	}
	var d description
	if err := readJSON(folder+"/dev.json", &d); err != nil {
		return "", err
	}
	// The roles of the CDK can deploy only while policies are not checked.
	if last.Policies {
		if err := syscall.Kill(d.Cloud.PID, syscall.SIGUSR2); err != nil {
			return "", err
		}
		defer func() { _ = syscall.Kill(d.Cloud.PID, syscall.SIGUSR1) }() // gone when the product was ended meanwhile
	}
	if _, err := p.deploy(ctx, folder, last.Endpoint); err != nil {
		return "", err
	}
	last.Infra = digest
	return "the description of the system has changed: deployed", writeJSON(p.path(".local", "deployed.json"), last, 0o600)
}

func (p project) updateAll(ctx context.Context, c *cloud) (string, error) {
	var mu sync.Mutex
	var changed []string
	var works []func(context.Context) error
	for _, name := range functions() {
		works = append(works, func(ctx context.Context) error {
			archive, err := os.ReadFile(p.path(".build", name+".zip"))
			if err != nil {
				return err
			}
			now, err := c.function(ctx, name)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(archive)
			if now.CodeSha256 == base64.StdEncoding.EncodeToString(sum[:]) {
				return nil
			}
			mu.Lock()
			changed = append(changed, name)
			mu.Unlock()
			return c.updateCode(ctx, name, archive)
		})
	}
	err := together(ctx, works...)
	return fmt.Sprintf("%d updated %s", len(changed), strings.Join(changed, " ")), err
}
