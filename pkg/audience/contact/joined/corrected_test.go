package joined_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
)

// TestRefusedRowsComeBackCorrected corrects the numbers in the file of refused rows, in four languages, and imports it: every value of the
// first file is present, as it was written.
func TestRefusedRowsComeBackCorrected(t *testing.T) {
	p := mustRich(t)
	who := p.Users.Direct
	text := "phoneNumber,Código do cliente,nome\n"
	for i, v := range strange {
		text += fmt.Sprintf("%d,\"%s\",Ana\n", 551000+i, strings.ReplaceAll(v, `"`, `""`))
	}
	file := p.UploadFile("n.csv", text)
	for _, lang := range i18n.Langs {
		content, rows := exported(t, who.In(string(lang)), "/gc/gcAlternateOrder/exportFail?countryCode=BR&fileId="+file)
		if len(rows) != len(strange)+1 {
			t.Fatalf("%s: %d rows", lang, len(rows))
		}
		f, err := excelize.OpenReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		number := slices.Index(rows[0], "phoneNumber")
		for i := range strange {
			cell, err := excelize.CoordinatesToCellName(number+1, i+2)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStr(f.GetSheetName(0), cell, fmt.Sprint(5511987650000+i)); err != nil {
				t.Fatal(err)
			}
		}
		var corrected bytes.Buffer
		if err := f.Write(&corrected); err != nil {
			t.Fatal(err)
		}
		group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "BR"})).ID
		task := testkit.Data[contact.StartResponse](who.Post("/aty/contactsgroup/"+group+"/import",
			apptest.Object{"fileId": broughtBack(who, corrected.Bytes())})).TaskID
		p.Kit.Work(p, contact.FileQueue, app.FileTasks(apptest.NewApp(p.Kit))[contact.TaskImport])
		st := testkit.Data[contact.ImportStatus](who.In("en_US").Get("/aty/contactsgroup/" + group + "/import/" + task))
		if st.Imported != len(strange) || strings.Join(st.Values, ",") != "Código_do_cliente,nome" {
			t.Errorf("%s: %+v", lang, st)
		}
		for _, m := range testkit.Data[web.Page[contact.Member]](who.Get("/aty/contactsgroup/" + group + "/member/page?size=100")).Records {
			i, err := strconv.Atoi(m.PhoneNumber[len(m.PhoneNumber)-2:])
			if err != nil {
				t.Fatal(err)
			}
			if got, want := m.Values["Código_do_cliente"], strange[i]; got != want {
				t.Errorf("%s: %q came back as %q", lang, want, got)
			}
		}
	}
}

// TestRiskListsComeBack exports risk-control lists in four languages, in WhatsApp's own forms, and imports each file for another customer,
// who then blocks the same numbers.
func TestRiskListsComeBack(t *testing.T) {
	for country, numbers := range map[string][]string{"MX": {"5215512345678", "525512345679"}, "BR": {"5511987650001", "551187650009"},
		"AR": {"541123456789", "5491123456780"}} {
		p := mustRich(t)
		from, to := p.Users.Direct, p.Users.Customer
		list := testkit.Data[web.Created](from.Post("/aty/riskgroup", apptest.Object{"name": "x", "countryCode": country})).ID
		from.Post("/aty/riskgroup/"+list+"/member", apptest.Object{"phoneNumbers": numbers}).OK()
		members := func(who *testkit.Client, id string) []string {
			var out []string
			for _, m := range testkit.Data[web.Page[riskgroup.Member]](who.Get("/aty/riskgroup/" + id + "/member/page?size=100")).Records {
				out = append(out, m.PhoneNumber)
			}
			slices.Sort(out)
			return out
		}
		for _, lang := range i18n.Langs {
			content, _ := exported(t, from.In(string(lang)), "/aty/riskgroup/"+list+"/export")
			again := testkit.Data[web.Created](to.Post("/aty/riskgroup", apptest.Object{"name": "x", "countryCode": country})).ID
			task := testkit.Data[contact.StartResponse](to.Post("/aty/riskgroup/"+again+"/import",
				apptest.Object{"fileId": broughtBack(to, content)})).TaskID
			st := testkit.Data[contact.ImportStatus](to.In("en_US").Get("/aty/riskgroup/" + again + "/import/" + task))
			if got, want := members(to.Client, again), members(from.Client, list); st.Failed != 0 || len(want) != 2 || !slices.Equal(got, want) {
				t.Errorf("%s, %s: %v, want %v; %+v", country, lang, got, want, st)
			}
		}
	}
}

// TestAFileHasTheSameColumnsEverywhere compares the column names in the preview of a file, in its import, and in orders of the file and of
// the contact list.
func TestAFileHasTheSameColumnsEverywhere(t *testing.T) {
	for name, header := range map[string]string{
		"blanks":    "phoneNumber,  Código  do   cliente ,nome",
		"width":     "phoneNumber,Ｃódigo do cliente,ｎｏｍｅ",
		"decomp":    "phoneNumber,Co\u0301digo do cliente,nome",
		"invisible": "phoneNumber,Código\u00a0do\u200b cliente,\ufeffnome",
		"twice":     "phoneNumber,Nome,nome,NOME",
		"own":       "line,phoneNumber,status,nome",
	} {
		p := mustRich(t)
		who := p.Users.Direct
		file := p.UploadFile("n.csv", header+"\n5511987650001,a,b,c\n")
		if strings.HasPrefix(header, "line") {
			file = p.UploadFile("n.csv", header+"\n1,5511987650001,sent,b\n")
		}
		read := testkit.Data[contact.Contents](who.Post("/gc/gcAlternateOrder/readFile", apptest.Object{"fileId": file, "countryCode": "BR"}))
		group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "BR"})).ID
		task := testkit.Data[contact.StartResponse](who.Post("/aty/contactsgroup/"+group+"/import", apptest.Object{"fileId": file})).TaskID
		p.Kit.Work(p, contact.FileQueue, app.FileTasks(apptest.NewApp(p.Kit))[contact.TaskImport])
		kept := testkit.Data[contact.ImportStatus](who.Get("/aty/contactsgroup/" + group + "/import/" + task)).Values
		member := testkit.Data[web.Page[contact.Member]](who.Get("/aty/contactsgroup/" + group + "/member/page")).Records[0]
		if !slices.Equal(read.Columns, kept) || len(kept) == 0 {
			t.Errorf("%s: the preview shows %q, the import keeps %q", name, read.Columns, kept)
		}
		for _, column := range read.Columns {
			if got, want := member.Values[column], read.First[0].Values[column]; got != want || got == "" {
				t.Errorf("%s: %s is %q in the preview and %q of the member", name, column, want, got)
			}
		}
		for what, id := range map[string]string{"fileId": file, "groupId": group} {
			text := "{" + strings.Join(read.Columns, "} {") + "}"
			var empty []apptest.Object
			for _, column := range read.Columns {
				empty = append(empty, apptest.Object{"name": column, "content": ""})
			}
			who.Post("/gc/groupsendorder/estimate", apptest.Object{"name": "x", what: id, "channel": "whatsapp", "countryCode": "BR",
				"message": apptest.Object{"type": "text", "text": text, "placeholders": empty}}).OK()
		}
	}
}
