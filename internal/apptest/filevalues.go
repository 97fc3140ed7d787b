package apptest

import (
	"os"
	"path/filepath"

	"herald/pkg/app"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

// SentBy is what each number got: the body of the text.
func (p *SendingFixture) SentBy() map[string]string {
	out := map[string]string{}
	all, _ := p.Sim.Messages(0, 1<<20)
	for _, a := range all {
		out[a.To] += a.Body
	}
	return out
}

// File uploads a file of testdata, or the text of one that is not there.
func (p *SendingFixture) File(name, text string) string {
	p.Helper()
	content := []byte(text)
	if text == "" {
		var err error
		if content, err = os.ReadFile(filepath.Join("testdata", "files", name)); err != nil {
			p.Fatal(err)
		}
	}
	return testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", name, "application/octet-stream", content)).ID
}

// OrderedBy orders a text with a placeholder of a file, directly or through a contact list, and sends it.
func (p *SendingFixture) OrderedBy(file, text, name, otherwise string, listed bool) order.SubmitResponse {
	p.Helper()
	who := p.Users.Direct
	body := Object{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": Object{"type": "text", "text": text, "placeholders": []Object{{"name": name, "content": otherwise}}}}
	if listed {
		group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", Object{"name": "x", "countryCode": "BR"})).ID
		testkit.Data[contact.StartResponse](who.Post("/aty/contactsgroup/"+group+"/import", Object{"fileId": file}))
		p.Kit.Work(p, contact.FileQueue, app.FileTasks(NewApp(p.Kit))[contact.TaskImport])
		delete(body, "fileId")
		body["groupId"] = group
	}
	made := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", body))
	p.Sends()
	return made
}
