# Raw print queues of the Windows spooler, and serial ports, for main/printing/powershell.ts. Windows PowerShell 5.1.
#
# It reads one request a line (JSON) from its standard input and writes one answer a line. The first line says that it is
# ready, or why it may not work here. What a request contains is data and never becomes part of a command. When its input
# ends, it ends.
#
# Where a request has data for a printer, they are the next line (base64). No command may have them as a parameter, and
# no function: a policy may log every parameter ("Turn on Module Logging"), and the data contain a lottery number.
# ConvertFrom-Json also refuses more than two million letters.

# Where a policy restricts PowerShell (AppLocker, WDAC), only plain commands run: say so with one of them.
if ("$($ExecutionContext.SessionState.LanguageMode)" -ne 'FullLanguage') {
  Write-Output "{`"refused`":`"$($ExecutionContext.SessionState.LanguageMode)`"}"
  exit 3
}

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'

$utf8 = New-Object System.Text.UTF8Encoding($false)
$reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), $utf8)
$writer = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), $utf8)
$writer.AutoFlush = $true

# C# 5, which this PowerShell's own compiler understands. Structures and values: winspool.h.
$spooler = @'
using System;
using System.Collections;
using System.Runtime.InteropServices;

public sealed class TugrikSpoolerError : Exception {
  public readonly string Call;
  public readonly int Code;
  public TugrikSpoolerError(string call) : base(call) {
    Code = Marshal.GetLastWin32Error();
    Call = call;
  }
}

public static class TugrikSpooler {
  const int Pause = 1, Delete = 5, Retain = 8, Release = 9;
  const int Printing = 0x10, Printed = 0x80;

  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  struct DocInfo {
    public string Name;
    public string File;
    public string Type;
  }

  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  struct JobInfo {
    public int Id;
    public IntPtr Printer, Machine, User, Document, Type, StatusText;
    public int Status, Priority, Position, TotalPages, PagesPrinted;
    public int Submitted1, Submitted2, Submitted3, Submitted4;
  }

  [DllImport("winspool.drv", EntryPoint = "OpenPrinterW", SetLastError = true, CharSet = CharSet.Unicode)]
  static extern bool OpenPrinter(string queue, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool ClosePrinter(IntPtr printer);
  [DllImport("winspool.drv", EntryPoint = "StartDocPrinterW", SetLastError = true, CharSet = CharSet.Unicode)]
  static extern int StartDocPrinter(IntPtr printer, int level, ref DocInfo document);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool StartPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool EndPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool WritePrinter(IntPtr printer, IntPtr data, int length, out int written);
  [DllImport("winspool.drv", EntryPoint = "SetJobW", SetLastError = true)]
  static extern bool SetJob(IntPtr printer, int job, int level, IntPtr info, int command);
  [DllImport("winspool.drv", EntryPoint = "EnumJobsW", SetLastError = true)]
  static extern bool EnumJobs(IntPtr printer, int first, int most, int level, IntPtr info, int size, out int needed, out int count);
  [DllImport("winspool.drv", EntryPoint = "GetPrinterW", SetLastError = true)]
  static extern bool GetPrinter(IntPtr printer, int level, IntPtr info, int size, out int needed);

  delegate Hashtable Work(IntPtr printer);

  static Hashtable With(string queue, Work work) {
    IntPtr printer;
    if (!OpenPrinter(queue, out printer, IntPtr.Zero)) throw new TugrikSpoolerError("OpenPrinter");
    try {
      return work(printer);
    } finally {
      ClosePrinter(printer);
    }
  }

  public static Hashtable Queue(string queue) {
    return With(queue, State);
  }

  /* PRINTER_INFO_2: thirteen pointers, then Attributes, Priority, DefaultPriority, StartTime, UntilTime, Status. */
  static Hashtable State(IntPtr printer) {
    int needed;
    GetPrinter(printer, 2, IntPtr.Zero, 0, out needed);
    IntPtr info = Marshal.AllocHGlobal(Math.Max(needed, 512));
    try {
      if (!GetPrinter(printer, 2, info, Math.Max(needed, 512), out needed)) throw new TugrikSpoolerError("GetPrinter");
      Hashtable answer = new Hashtable();
      answer["attributes"] = Marshal.ReadInt32(info, 13 * IntPtr.Size);
      answer["queue"] = Marshal.ReadInt32(info, 13 * IntPtr.Size + 20);
      return answer;
    } finally {
      Marshal.FreeHGlobal(info);
    }
  }

  delegate void Look(JobInfo job, string document);

  static void EachJob(IntPtr printer, Look look) {
    int needed, count;
    EnumJobs(printer, 0, 10000, 1, IntPtr.Zero, 0, out needed, out count);
    /* A job may come between the two calls. */
    int size = needed + 65536;
    IntPtr info = Marshal.AllocHGlobal(size);
    try {
      if (!EnumJobs(printer, 0, 10000, 1, info, size, out needed, out count)) throw new TugrikSpoolerError("EnumJobs");
      for (int i = 0; i < count; i++) {
        IntPtr at = new IntPtr(info.ToInt64() + (long)i * Marshal.SizeOf(typeof(JobInfo)));
        JobInfo job = (JobInfo)Marshal.PtrToStructure(at, typeof(JobInfo));
        look(job, job.Document == IntPtr.Zero ? "" : Marshal.PtrToStringUni(job.Document));
      }
    } finally {
      Marshal.FreeHGlobal(info);
    }
  }

  /* The job stays in the queue after its end, so that its end can be read. */
  static bool Keep(IntPtr printer, int job) {
    return SetJob(printer, job, 0, IntPtr.Zero, Retain);
  }

  static bool Remove(IntPtr printer, int job) {
    SetJob(printer, job, 0, IntPtr.Zero, Release);
    return SetJob(printer, job, 0, IntPtr.Zero, Delete);
  }

  public static Hashtable Print(string queue, string mark, string name, byte[] data) {
    return With(queue, delegate(IntPtr printer) {
      RemoveLeftOver(printer, mark);
      DocInfo document = new DocInfo();
      document.Name = name;
      document.Type = "RAW";
      int job = StartDocPrinter(printer, 1, ref document);
      if (job <= 0) throw new TugrikSpoolerError("StartDocPrinter");
      Hashtable answer = new Hashtable();
      answer["job"] = job;
      try {
        answer["document"] = NameOf(printer, job);
        answer["kept"] = Keep(printer, job);
        if (!StartPagePrinter(printer)) throw new TugrikSpoolerError("StartPagePrinter");
        Write(printer, data);
        if (!EndPagePrinter(printer)) throw new TugrikSpoolerError("EndPagePrinter");
      } catch {
        Remove(printer, job);
        EndDocPrinter(printer);
        throw;
      }
      if (!EndDocPrinter(printer)) throw new TugrikSpoolerError("EndDocPrinter");
      return answer;
    });
  }

  static void Write(IntPtr printer, byte[] data) {
    IntPtr bytes = Marshal.AllocHGlobal(data.Length);
    try {
      Marshal.Copy(data, 0, bytes, data.Length);
      for (int sent = 0; sent < data.Length; ) {
        int written;
        IntPtr rest = new IntPtr(bytes.ToInt64() + sent);
        if (!WritePrinter(printer, rest, data.Length - sent, out written) || written <= 0)
          throw new TugrikSpoolerError("WritePrinter");
        sent += written;
      }
    } finally {
      Marshal.FreeHGlobal(bytes);
    }
  }

  /*
   * Jobs of this till, whose names begin with its mark. It follows each of its jobs to its end, so these are left over from
   * a till or a PowerShell that was killed: they would print later, unnoticed, and the data of the printed ones are still on
   * the disk.
   */
  static void RemoveLeftOver(IntPtr printer, string mark) {
    ArrayList old = new ArrayList();
    EachJob(printer, delegate(JobInfo job, string document) {
      if (document.StartsWith(mark, StringComparison.Ordinal)) old.Add(job.Id);
    });
    foreach (int job in old) Remove(printer, job);
  }

  public static Hashtable Clear(string queue, string mark) {
    return With(queue, delegate(IntPtr printer) {
      RemoveLeftOver(printer, mark);
      return new Hashtable();
    });
  }

  /* As the queue has it, which may shorten it. */
  static string NameOf(IntPtr printer, int id) {
    string name = "";
    EachJob(printer, delegate(JobInfo job, string document) {
      if (job.Id == id) name = document;
    });
    return name;
  }

  /* The newest job with exactly this name, which another program's print made: Electron's. */
  public static Hashtable Find(string queue, string name) {
    return With(queue, delegate(IntPtr printer) {
      int found = 0;
      EachJob(printer, delegate(JobInfo job, string document) {
        if (document == name) found = Math.Max(found, job.Id);
      });
      Hashtable answer = new Hashtable();
      answer["job"] = found == 0 ? null : (object)found;
      answer["document"] = name;
      answer["kept"] = found != 0 && Keep(printer, found);
      return answer;
    });
  }

  /* The id alone is not enough: a spooler that was started again gives the same ones to other jobs. */
  public static Hashtable Job(string queue, int id, string document) {
    return With(queue, delegate(IntPtr printer) { return JobAndQueue(printer, id, document); });
  }

  static Hashtable JobAndQueue(IntPtr printer, int id, string document) {
    Hashtable answer = State(printer);
    answer["job"] = null;
    answer["otherPrints"] = false;
    EachJob(printer, delegate(JobInfo job, string name) {
      if (job.Id == id && name == document) answer["job"] = job.Status;
      else if ((job.Status & Printing) != 0 && (job.Status & Printed) == 0) answer["otherPrints"] = true;
    });
    return answer;
  }

  /* Stops the job before it is looked at for the last time, so that it cannot begin between the look and its end. */
  public static Hashtable End(string queue, int id, string document) {
    return With(queue, delegate(IntPtr printer) {
      if (NameOf(printer, id) == document) SetJob(printer, id, 0, IntPtr.Zero, Pause);
      Hashtable answer = JobAndQueue(printer, id, document);
      answer["removed"] = answer["job"] != null && Remove(printer, id);
      return answer;
    });
  }
}
'@

$loaded = $false
function Use-Spooler {
  if ($script:loaded) { return }
  Add-Type -TypeDefinition $spooler -Language CSharp
  $script:loaded = $true
}

$port = $null
function Open-Port($name, $baud, $ms) {
  $script:port = New-Object System.IO.Ports.SerialPort($name, $baud, 'None', 8, 'One')
  $script:port.WriteTimeout = $ms
  $script:port.Handshake = 'None'
  $script:port.DtrEnable = $true
  $script:port.RtsEnable = $true
  $script:port.Open()
  $script:port.DiscardInBuffer()
  @{}
}

function Write-Port {
  $script:port.Write($script:data, 0, $script:data.Length)
  @{}
}

function Read-Port {
  $bytes = New-Object byte[] $script:port.BytesToRead
  $count = $script:port.Read($bytes, 0, $bytes.Length)
  @{ data = [Convert]::ToBase64String($bytes, 0, $count) }
}

# Bytes that the driver has taken and the printer has not.
function Read-Unsent { @{ unsent = $script:port.BytesToWrite } }

function Get-Answer($request) {
  switch ($request.do) {
    'queue' { Use-Spooler; return [TugrikSpooler]::Queue($request.queue) }
    'print' { Use-Spooler; return [TugrikSpooler]::Print($request.queue, $request.mark, $request.name, $script:data) }
    'clear' { Use-Spooler; return [TugrikSpooler]::Clear($request.queue, $request.mark) }
    'find' { Use-Spooler; return [TugrikSpooler]::Find($request.queue, $request.name) }
    'job' { Use-Spooler; return [TugrikSpooler]::Job($request.queue, $request.job, $request.document) }
    'end' { Use-Spooler; return [TugrikSpooler]::End($request.queue, $request.job, $request.document) }
    'open' { return Open-Port $request.port $request.baud $request.ms }
    'write' { return Write-Port }
    'read' { return Read-Port }
    'unsent' { return Read-Unsent }
  }
}

function Send-Answer($answer) {
  $writer.WriteLine((ConvertTo-Json -InputObject $answer -Compress))
}

$data = $null
Send-Answer @{ ready = $true }
while ($null -ne ($line = $reader.ReadLine())) {
  $request = ConvertFrom-Json -InputObject $line
  try {
    if ($request.data) { $data = [Convert]::FromBase64String($reader.ReadLine()) }
    $answer = Get-Answer $request
  } catch {
    $why = $_.Exception
    while ($null -ne $why.InnerException) { $why = $why.InnerException }
    if ($why.GetType().Name -eq 'TugrikSpoolerError') { $answer = @{ error = $why.Call; code = $why.Code } }
    # A policy or an antivirus program does not let the code above be compiled or loaded.
    elseif (-not $loaded -and $request.do -in 'queue', 'print', 'clear', 'find', 'job', 'end') { $answer = @{ refused = $why.Message } }
    else { $answer = @{ error = $why.GetType().Name; code = $why.HResult } }
  }
  $data = $null
  $answer['id'] = $request.id
  Send-Answer $answer
}
