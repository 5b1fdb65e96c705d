/* Calls the C# of resources/windows/printers.ps1 by the lines of its input, with fields between tabs. */
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;

static class Drive {
  [DllImport("winspool.drv", CharSet = CharSet.Unicode)]
  static extern int test_add(string document, int status);
  [DllImport("winspool.drv")]
  static extern void test_status(int id, int status);
  [DllImport("winspool.drv")]
  static extern int test_count();
  [DllImport("winspool.drv")]
  static extern void test_restart();

  const string Queue = "Касс “1”";

  static Hashtable Run(string[] line) {
    Hashtable answer = new Hashtable();
    switch (line[0]) {
      case "add": answer["job"] = test_add(line[1], int.Parse(line[2])); break;
      case "status": test_status(int.Parse(line[1]), int.Parse(line[2])); break;
      case "count": answer["count"] = test_count(); break;
      case "restart": test_restart(); break;
      case "queue": return TugrikSpooler.Queue(line[1]);
      case "print": return TugrikSpooler.Print(Queue, line[1], line[2], new byte[2500]);
      case "clear": return TugrikSpooler.Clear(Queue, line[1]);
      case "find": return TugrikSpooler.Find(Queue, line[1]);
      case "job": return TugrikSpooler.Job(Queue, int.Parse(line[1]), line[2]);
      case "end": return TugrikSpooler.End(Queue, int.Parse(line[1]), line[2]);
    }
    return answer;
  }

  static void Main() {
    for (string line; (line = Console.ReadLine()) != null; ) {
      List<string> fields = new List<string>();
      try {
        foreach (DictionaryEntry one in Run(line.Split('\t'))) fields.Add(one.Key + "=" + (one.Value ?? "null"));
      } catch (TugrikSpoolerError error) {
        fields.Add("error=" + error.Call + " " + error.Code);
      }
      fields.Sort(StringComparer.Ordinal);
      Console.WriteLine(string.Join("; ", fields));
    }
  }
}
